import { Authenticator } from '@rosella/testkit/authenticator'
import { confirmAddress } from '@rosella/testkit/mailed-key'
import { addPasskey } from '@rosella/testkit/passkey'
import { newEmail, Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const NEW = 'Galah-River-77'
const DAY = 86_400
const unconfirmed = async (name: string) => (await app.members(name))[0] as Person
async function confirmed(name: string): Promise<Person> {
  const person = await unconfirmed(name)
  await confirmAddress(app, person)
  return person
}
const emailsTo = async (address: string) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === address)
/** Emails about credential changes and new devices; the others have access links. */
const securityEmails = async (address: string) =>
  (await emailsTo(address)).filter(({ subject }) => /was|were|new device/.test(subject ?? ''))
const logIn = ({ email, password }: Person) => new Person(app.url).try('POST /api/login', { email, password })

/** Adds a passkey and removes it: two emails. */
async function addAndRemove(person: Person): Promise<void> {
  const id = await addPasskey(person, new Authenticator())
  await person.call('POST /api/passkey-delete', { id })
}

const REFUSED = { status: 429, body: problemBody('credentials.too-many', { n: 20 }) }

describe('[D §3] security emails go only to confirmed addresses', () => {
  test('an unconfirmed address, perhaps a stranger’s, gets none, whatever changes', async () => {
    const anna = await unconfirmed('Anna')
    const { email } = anna
    await addAndRemove(anna)
    await switchTwoStepOn(app, anna)
    await anna.call('POST /api/recovery-codes')
    await anna.call('POST /api/two-step-off')
    await anna.call('POST /api/settings-change-password', { current: anna.password, new: NEW })
    Object.assign(anna, { password: NEW })
    expect((await logIn(anna)).status).toBe(200)
    await anna.call('POST /api/change-email', { new_email: newEmail('Anna'), password: NEW })
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your email address – Rosella',
    ])
  })
})

describe('[D §3] at most 20 security emails a day go to one account, and none is skipped', () => {
  test('a change whose email would exceed the limit is refused and changes nothing', async () => {
    const ben = await confirmed('Ben')
    for (let n = 0; n < 10; n++) await addAndRemove(ben)
    expect(await securityEmails(ben.email)).toHaveLength(20)
    const changes = [
      () => ben.try('POST /api/settings-change-password', { current: ben.password, new: NEW }),
      () => ben.try('POST /api/change-email', { new_email: newEmail('Ben'), password: ben.password }),
      async () =>
        ben.try('POST /api/passkey-register', {
          passkey: new Authenticator().create(await ben.call('POST /api/passkey-register-options')),
        }),
    ]
    for (const change of changes) expect(await change()).toEqual(REFUSED)
    expect(await ben.call('GET /api/passkeys')).toMatchObject({ passkeys: [] })
    expect((await logIn(ben)).status).toBe(200)
    expect((await securityEmails(ben.email)).length).toBeLessThanOrEqual(21)

    app.clock.advance(DAY)
    await ben.call('POST /api/settings-change-password', { current: ben.password, new: NEW })
    expect((await securityEmails(ben.email)).at(-1)?.subject).toContain('Your password was changed')
  })

  test('the limit holds under concurrent changes', async () => {
    const cara = await confirmed('Cara')
    const ids: number[] = []
    for (let n = 0; n < 10; n++) ids.push(await addPasskey(cara, new Authenticator()))
    for (const id of ids.slice(1)) await cara.call('POST /api/passkey-delete', { id })
    const made = await Promise.all(
      Array.from({ length: 5 }, async () =>
        new Authenticator().create(await cara.call('POST /api/passkey-register-options')),
      ),
    )
    const replies = await Promise.all(
      made.map((passkey) => cara.try('POST /api/passkey-register', { passkey })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    expect(await securityEmails(cara.email)).toHaveLength(20)
  })

  test('log-ins from new devices are never refused; past ten, one email a day later reports the rest', async () => {
    const dora = await confirmed('Dora')
    for (let n = 0; n < 13; n++) {
      expect((await logIn(dora)).status).toBe(200)
    }
    expect(await securityEmails(dora.email)).toHaveLength(10)
    // Ten are left for changes, so that someone who only has the password can't prevent a new one.
    await dora.call('POST /api/settings-change-password', { current: dora.password, new: NEW })
    Object.assign(dora, { password: NEW })
    const last = await logIn(dora)
    expect(await securityEmails(dora.email)).toHaveLength(11)

    app.clock.advance(DAY)
    const emails = await securityEmails(dora.email)
    expect(emails).toHaveLength(12)
    const text = emails.at(-1)?.text ?? ''
    expect(text).toContain('more new devices')
    const key = /(?<=\/undo\?key=)[0-9a-f]{64}(?=&what=sessions)/.exec(text)?.[0]
    const session = Object.assign(dora.elsewhere(), { token: last.body.token })
    expect((await session.try('GET /api/user')).status).toBe(200)
    await new Person(app.url).call('POST /api/undo', { key: key ?? '' })
    expect((await session.try('GET /api/user')).status).toBe(401)
    expect((await dora.try('GET /api/user')).status).toBe(401)
  })
})
