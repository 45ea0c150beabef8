import { Authenticator } from '@rosella/testkit/authenticator'
import { confirmAddress, mailedKey } from '@rosella/testkit/mailed-key'
import { addPasskey, tryPasskey, withPasskey } from '@rosella/testkit/passkey'
import { newEmail, Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { appCode, switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const NEW = 'Galah-River-77'
const INVALID = 'This link is invalid or has expired'
const anybody = () => new Person(app.url)
/** With a confirmed address. */
async function one(name: string): Promise<Person> {
  const [person] = (await app.members(name)) as [Person]
  await confirmAddress(app, person)
  return person
}
const emailsTo = async (address: string) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === address)
/** The keys in the emails with this title to this address, oldest first. */
async function keysIn(address: string, title: string): Promise<string[]> {
  const emails = (await emailsTo(address)).filter(({ subject }) => subject?.startsWith(title))
  return emails.map(
    ({ text }) => /(?<=\/undo\?key=)[0-9a-f]{64}(?=&what=change)/.exec(text ?? '')?.[0] ?? 'none',
  )
}
const undo = async (key: string | undefined) => (await anybody().try('POST /api/undo', { key })).body.message
const logIn = async (email: string, password: string) =>
  (await anybody().try('POST /api/login', { email, password })).status
const changePassword = (person: Person) =>
  person.call('POST /api/settings-change-password', { current: person.password, new: NEW })

describe('[P3 §12] a credential change is emailed with a link that undoes it once, within 48 hours', () => {
  test('password', async () => {
    const anna = await one('Anna')
    await changePassword(anna)
    const [key] = await keysIn(anna.email, 'Your password was changed')
    expect(await logIn(anna.email, anna.password)).toBe(404)
    expect(await undo(key)).toContain('back to what they were')
    expect(await logIn(anna.email, anna.password)).toBe(200)
    expect(await logIn(anna.email, NEW)).toBe(404)
    expect((await anna.try('GET /api/user')).status).toBe(401)
    expect((await emailsTo(anna.email)).map(({ subject }) => subject)).toContain(
      'Choose a new password – Rosella',
    )
    expect(await undo(key)).toBe(INVALID)
  })

  test('password by an emailed link; the first password doesn’t count as a change', async () => {
    const ben = await one('Ben')
    const byLink = async (password: string) => {
      const { token } = await anybody().call('POST /api/login', {
        email: ben.email,
        hash: await mailedKey(app, ben, 'password'),
      })
      const session = Object.assign(ben.elsewhere(), { token })
      await session.call('POST /api/change-password', { password, repeatPassword: password })
    }
    await byLink(NEW)
    expect(await keysIn(ben.email, 'Your password was changed')).toHaveLength(1)
    await app.db.updateTable('account').set({ password_hash: null }).where('member_id', '=', ben.id).execute()
    await byLink('Wombat-Hill-88')
    expect(await keysIn(ben.email, 'Your password was changed')).toHaveLength(1)
  })

  test('adding and removing a passkey', async () => {
    const cara = await one('Cara')
    const [own, foreign] = [new Authenticator(), new Authenticator()]
    const id = await addPasskey(cara, own)
    await addPasskey(cara, foreign)
    const [, added] = await keysIn(cara.email, 'A passkey was added')
    expect(await undo(added)).toContain('back to what they were')
    expect([(await tryPasskey(app.url, foreign)).status, (await tryPasskey(app.url, own)).status]).toEqual([
      400, 200,
    ])

    const { token } = (await tryPasskey(app.url, own)).body
    await Object.assign(cara, { token }).call('POST /api/passkey-delete', { id })
    expect((await tryPasskey(app.url, own)).status).toBe(400)
    const [removed] = await keysIn(cara.email, 'A passkey was removed')
    await undo(removed)
    expect((await tryPasskey(app.url, own)).status).toBe(200)
  })

  test('two-step verification on, off, and new recovery codes; used codes stay used', async () => {
    const dora = await one('Dora')
    const { email, password } = dora
    const again = async (code: string) => {
      const { ticket = '' } = await anybody().call('POST /api/login', { email, password })
      const { status, body } = await anybody().try('POST /api/login-two-step', { ticket, code })
      if (status === 200) Object.assign(dora, { token: body.token })
      return status
    }
    const { secret, recovery_codes } = await switchTwoStepOn(app, dora)
    const [first = '', unused = ''] = recovery_codes
    await dora.call('POST /api/recovery-codes')
    expect(await again(first)).toBe(400)
    await undo((await keysIn(email, 'New recovery codes were made'))[0])
    expect(await again(first)).toBe(200)
    await dora.call('POST /api/two-step-off')
    await undo((await keysIn(email, 'Two-step verification was switched off'))[0])
    expect(await again(first)).toBe(400)
    expect(await again(unused)).toBe(200)
    app.clock.advance(60)
    const code = appCode(app, secret)
    expect([await again(code), await again(code)]).toEqual([200, 400])
    await undo((await keysIn(email, 'Two-step verification was switched on'))[0])
    expect(await logIn(email, password)).toBe(200)
    expect((await anybody().call('POST /api/login', { email, password })).token).toBeDefined()
  })

  test('the address, even after a thief has changed everything else and confirmed their own', async () => {
    const eve = await one('Eve')
    const own = await withPasskey(eve)
    const [address, mine] = [eve.email, eve.password]
    const theirs = newEmail('thief')
    const thief = eve.elsewhere()
    const { token } = await thief.call('POST /api/change-email', { new_email: theirs, password: mine })
    Object.assign(thief, { email: theirs, token, password: mine })
    // Nobody else can take the address meanwhile, so that it can be restored.
    expect((await anybody().try('GET /api/check-email', { email: address })).status).toBe(403)
    const hash = await mailedKey(app, thief, 'link')
    const fresh = await anybody().call('POST /api/login', { email: theirs, hash })
    Object.assign(thief, { token: fresh.token })
    const foreign = new Authenticator()
    await addPasskey(thief, foreign)
    await switchTwoStepOn(app, thief)
    const [theirKey] = await keysIn(theirs, 'A passkey was added')
    expect((await tryPasskey(app.url, own)).status).toBe(400)

    const [key] = await keysIn(address, 'Your email address was changed')
    expect(await undo(key)).toContain('back to what they were')
    expect(await logIn(address, mine)).toBe(200)
    expect(await logIn(theirs, mine)).toBe(404)
    expect((await tryPasskey(app.url, own)).status).toBe(200)
    expect((await tryPasskey(app.url, foreign)).status).toBe(400)
    expect((await thief.try('GET /api/user')).status).toBe(401)
    expect(await undo(theirKey)).toBe(INVALID)
    const account = await anybody().call('POST /api/login', { email: address, password: mine })
    expect(account).toMatchObject({ id: eve.id, email_confirmed: true })
  })

  test('the link in the first email also undoes later changes', async () => {
    const fay = await one('Fay')
    await changePassword(fay)
    const device = new Authenticator()
    await addPasskey(fay, device)
    const [later] = await keysIn(fay.email, 'A passkey was added')
    await undo((await keysIn(fay.email, 'Your password was changed'))[0])
    expect(await logIn(fay.email, fay.password)).toBe(200)
    expect((await tryPasskey(app.url, device)).status).toBe(400)
    expect(await undo(later)).toBe(INVALID)
  })

  test('after 48 hours the link is void and removed credentials are gone for good', async () => {
    const gus = await one('Gus')
    const id = await addPasskey(gus, new Authenticator())
    await gus.call('POST /api/passkey-delete', { id })
    const [key] = await keysIn(gus.email, 'A passkey was removed')
    app.clock.advance(48 * 3600 + 1)
    expect(await undo(key)).toBe(INVALID)
    await app.server.jobs.runPeriodic('delete-expired')
    const left = await app.db.selectFrom('passkey').where('member_id', '=', gus.id).select('id').execute()
    expect(left).toEqual([])
  })
})

describe('[D §3] the first confirmation of an address', () => {
  test('removes passkeys, two-step verification and role set up by someone else, and requires no two-step code', async () => {
    const [mallory] = (await app.members('Mallory')) as [Person]
    const device = await withPasskey(mallory)
    await switchTwoStepOn(app, mallory)
    await app.db
      .updateTable('account')
      .set({ role: 'moderator' })
      .where('member_id', '=', mallory.id)
      .execute()
    const owner = anybody()
    const session = await owner.call('POST /api/login', {
      email: mallory.email,
      hash: await mailedKey(app, mallory, 'link'),
    })
    expect(session).toMatchObject({
      id: mallory.id,
      email_confirmed: true,
      has_password: false,
      role: null,
    })
    expect((await tryPasskey(app.url, device)).status).toBe(400)
    Object.assign(owner, { email: mallory.email, token: session.token })
    expect(await owner.call('GET /api/passkeys')).toEqual({
      passkeys: [],
      two_step_ts: null,
      recovery_left: 0,
    })
  })
})
