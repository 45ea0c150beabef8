import { confirmAddress, mailedKey } from '@rosella/testkit/mailed-key'
import { newEmail, Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret, newLinkHash } from '../../platform/secret'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person
/** Someone who reads the email and has never visited the site. */
const reader = () => new Person(app.url)

async function verificationHash(person: Person): Promise<string> {
  await person.call('POST /api/verify-email')
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === person.email)
  return /(?<=hash=)[0-9a-f]{64}/.exec(emails.at(-1)?.text ?? '')?.[0] ?? ''
}

const accessKeys = {
  'an access link': async (person: Person) => ({ hash: await mailedKey(app, person, 'link') }),
  'a link to a new password': async (person: Person) => ({ hash: await mailedKey(app, person, 'password') }),
  'a verification link': async (person: Person) => ({ hash: await verificationHash(person) }),
  'a code': async (person: Person) => ({ code: await mailedKey(app, person, 'code') }),
}

const logInAgain = async (person: Person): Promise<Person> => {
  const { email, password } = person
  const { token } = await new Person(app.url).call('POST /api/login', { email, password })
  return Object.assign(person.elsewhere(), { token })
}
const statusOf = async (person: Person) => (await person.try('GET /api/user')).status
const passwordStatus = async ({ email, password }: Person) =>
  (await reader().try('POST /api/login', { email, password })).status

describe('[D §3] the first confirmation of an address whose account someone else created', () => {
  test.each(Object.entries(accessKeys))(
    '%s ends every other session and the password',
    async (_name, getKey) => {
      const mallory = await one('Mallory')
      const otherSession = await logInAgain(mallory)
      const stream = await otherSession.stream()
      const session = await reader().call('POST /api/login', {
        email: mallory.email,
        ...(await getKey(mallory)),
      })
      expect(session).toMatchObject({ email_confirmed: true, has_password: false })
      expect([await statusOf(mallory), await statusOf(otherSession)]).toEqual([401, 401])
      expect(await passwordStatus(mallory)).toBe(404)
      await stream.closed
      const owner = Object.assign(reader(), { email: mallory.email, token: session.token })
      expect(await statusOf(owner)).toBe(200)
    },
  )

  test.each(Object.entries(accessKeys))(
    '%s together with a live session keeps both',
    async (_name, getKey) => {
      const anna = await one('Anna')
      const otherSession = await logInAgain(anna)
      const session = await anna.call('POST /api/login', { email: anna.email, ...(await getKey(anna)) })
      expect(session).toMatchObject({ email_confirmed: true, has_password: true })
      expect([await statusOf(anna), await statusOf(otherSession)]).toEqual([200, 200])
      expect(await passwordStatus(anna)).toBe(200)
    },
  )

  test.each(Object.entries(accessKeys))(
    '%s together with the password keeps every session, and a wrong password does not use it up',
    async (_name, getKey) => {
      const anna = await one('Anna')
      const key = { email: anna.email, ...(await getKey(anna)) }
      const asked = await reader().try('POST /api/login', { ...key, ask_password: 1 })
      expect(asked).toEqual({ status: 403, body: problemBody('login.password') })
      const wrong = await reader().try('POST /api/login', { ...key, password: 'Wrong-Horse-9' })
      expect(wrong).toEqual({ status: 400, body: problemBody('password.wrong') })
      const session = await reader().call('POST /api/login', {
        ...key,
        password: anna.password,
        ask_password: 1,
      })
      expect(session).toMatchObject({ email_confirmed: true, has_password: true })
      expect([await statusOf(anna), await passwordStatus(anna)]).toEqual([200, 200])
    },
  )

  test('without the question, a link alone still removes everything', async () => {
    const mallory = await one('Mallory')
    const key = { email: mallory.email, hash: await mailedKey(app, mallory, 'link') }
    expect((await reader().try('POST /api/login', { ...key, ask_password: 1 })).status).toBe(403)
    expect((await reader().call('POST /api/login', key)).has_password).toBe(false)
    expect(await statusOf(mallory)).toBe(401)
  })

  test('an account without a password, and a confirmed address, ask for none', async () => {
    const [gus, hope] = [await one('Gus'), await one('Hope')]
    await app.db.updateTable('account').set({ password_hash: null }).where('member_id', '=', gus.id).execute()
    await confirmAddress(app, hope)
    for (const person of [gus, hope]) {
      const hash = await mailedKey(app, person, 'link')
      const input = { email: person.email, hash, ask_password: 1 }
      expect((await reader().try('POST /api/login', input)).status).toBe(200)
    }
  })

  test('sessions of others, ended sessions and impersonation do not count', async () => {
    const [ben, cara] = [await one('Ben'), await one('Cara')]
    const ended = await logInAgain(ben)
    await ended.call('POST /api/logout')
    const acting = await app.admin.call('POST /api/admin/impersonate', {
      id: ben.id,
      reason: 'They asked for help',
    })
    const shown = [
      { email: cara.email, token: cara.token },
      { email: ben.email, token: cara.token },
      { email: ben.email, token: ended.token },
      { email: ben.email, token: acting.token },
    ]
    for (const carried of shown) {
      await app.db
        .updateTable('account')
        .set({ email_confirmed: false, password_hash: 'x' })
        .where('member_id', '=', ben.id)
        .execute()
      const hash = await mailedKey(app, ben, 'link')
      const session = await Object.assign(reader(), carried).call('POST /api/login', {
        email: ben.email,
        hash,
      })
      expect(session.has_password).toBe(false)
    }
  })

  test('an already confirmed address ends nothing', async () => {
    const dora = await one('Dora')
    await confirmAddress(app, dora)
    const hash = await mailedKey(app, dora, 'link')
    expect((await reader().call('POST /api/login', { email: dora.email, hash })).has_password).toBe(true)
    expect([await statusOf(dora), await passwordStatus(dora)]).toEqual([200, 200])
  })

  test('a key created for the old address while the address changes is refused', async () => {
    const mallory = await one('Mallory')
    const hash = newLinkHash()
    const { email: old, password } = mallory
    const new_email = newEmail('Victim')
    await mallory.call('POST /api/change-email', { new_email, password })
    // The row that an email job would store if it had read the address just before.
    const now = app.clock.now()
    await app.db
      .insertInto('access_key')
      .values({
        member_id: mallory.id,
        kind: 'link',
        secret_hash: hashSecret(hash),
        email: old,
        created_ts: now,
        expires_ts: now + 3600,
      })
      .execute()
    const { status } = await reader().try('POST /api/login', { email: new_email, hash })
    expect(status).toBe(404)
  })

  test('32 concurrent uses of one key leave one session', async () => {
    const eve = await one('Eve')
    const hash = await mailedKey(app, eve, 'link')
    const tries = Array.from({ length: 32 }, () =>
      reader().try('POST /api/login', { email: eve.email, hash }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await app.db.selectFrom('session').where('member_id', '=', eve.id).select('id').execute()
    expect(left).toHaveLength(1)
  })

  test.each([1, 2, 3, 4])(
    'the creator of the account cannot set a new password meanwhile, round %i',
    async () => {
      const mallory = await one('Mallory')
      const hash = await mailedKey(app, mallory, 'link')
      const [owner, change] = await Promise.all([
        reader().try('POST /api/login', { email: mallory.email, hash }),
        mallory.try('POST /api/settings-change-password', {
          current: mallory.password,
          new: 'Galah-River-77',
        }),
      ])
      expect(owner.status).toBe(200)
      expect([200, 400, 401]).toContain(change.status)
      expect(await statusOf(mallory)).toBe(401)
      const password = 'Galah-River-77'
      expect((await reader().try('POST /api/login', { email: mallory.email, password })).status).toBe(404)
    },
  )
})

describe('[D §3] addresses of ADMIN_EMAILS', () => {
  const taken = [403, 'This account already exists']

  test('are taken at sign-up, change-email and check-email, even without an account', async () => {
    const email = newEmail('Chief')
    app.config.site.adminEmails.push(email)
    const check = await reader().try('GET /api/check-email', { email: email.toUpperCase() })
    expect([check.status, check.body.message]).toEqual(taken)
    await expect(app.members({ username: 'Mallory', email })).rejects.toThrow('This account already exists')
    const anna = await one('Anna')
    const change = await anna.try('POST /api/change-email', { new_email: email, password: anna.password })
    expect([change.status, change.body.message]).toEqual(taken)
  })

  test('an existing account becomes admin only with a confirmation after it was named', async () => {
    const fay = await one('Fay')
    await confirmAddress(app, fay)
    const earlier = await mailedKey(app, fay, 'link')
    app.config.site.adminEmails.push(fay.email)
    const restarted = await app.second()
    const { user } = await fay.elsewhere(restarted.url).call('GET /api/user')
    expect(user).toMatchObject({ admin: false, email_confirmed: false })
    const sent = (await app.mail()).filter(({ to }) => to?.[0]?.address === fay.email)
    const hash = /(?<=hash=)[0-9a-f]{64}/.exec(sent.at(-1)?.text ?? '')?.[0]
    expect(hash).not.toBe(earlier)
    const session = await reader().call('POST /api/login', { email: fay.email, hash })
    expect(session).toMatchObject({ admin: true, has_password: false })
    expect(await statusOf(fay)).toBe(401)
    await restarted.close()

    const again = await app.second()
    const owner = Object.assign(new Person(again.url), { email: fay.email, token: session.token })
    expect((await owner.call('GET /api/user')).user).toMatchObject({ admin: true })
    await again.close()
  })
})
