import { Authenticator } from '@rosella/testkit/authenticator'
import { addPasskey, tryPasskey, withPasskey } from '@rosella/testkit/passkey'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person
const stranger = () => new Person(app.url)
const REFUSED = "We couldn't verify this passkey. Please try again."
const LATE = 'This took too long. Please try again.'

/** Returns the member's number, or the message of the refusal. */
const logIn = async (device: Authenticator, manner: Parameters<Authenticator['get']>[1] = {}) => {
  const person = stranger()
  const options = await person.call('POST /api/passkey-options')
  const { body } = await person.try('POST /api/passkey-login', { passkey: device.get(options, manner) })
  return body.message ?? body.id
}

describe('[P3 §12] log-in by passkey', () => {
  test('needs no address and no two-step code, and returns the same session record', async () => {
    const anna = await one('Anna')
    const device = await withPasskey(anna)
    await switchTwoStepOn(app, anna)
    const { status, body } = await tryPasskey(app.url, device)
    const byPassword = await anna.call('GET /api/user')
    expect(status).toBe(200)
    expect({ ...body, token: '' }).toEqual(
      Object.fromEntries(
        Object.keys(body).map((key) => [key, key === 'token' ? '' : byPassword[key as 'id']]),
      ),
    )
    const session = Object.assign(stranger(), { email: body.email, token: body.token })
    expect((await session.try('GET /api/passkeys')).status).toBe(200)
  })

  test('passkeys have names and dates; a removed one is refused', async () => {
    const ben = await one('Ben')
    const [phone, key] = [new Authenticator(), new Authenticator('counting')]
    const phoneId = await addPasskey(ben, phone, 'Phone')
    await addPasskey(ben, key, ' ')
    expect(await logIn(key)).toBe(ben.id)
    const { passkeys } = await ben.call('GET /api/passkeys')
    expect(passkeys).toEqual([
      { id: phoneId, name: 'Phone', created_ts: expect.any(Number), last_used_ts: null },
      {
        id: expect.any(Number),
        name: 'Passkey',
        created_ts: expect.any(Number),
        last_used_ts: expect.any(Number),
      },
    ])
    await ben.call('POST /api/passkey-delete', { id: phoneId })
    expect(await logIn(phone)).toBe(REFUSED)
    expect(await logIn(key)).toBe(ben.id)
    expect((await ben.try('POST /api/passkey-delete', { id: phoneId })).body.message).toBe(
      "We couldn't find this passkey.",
    )
  })

  test('the challenge reveals nothing about anyone, and its response is accepted once', async () => {
    const cara = await one('Cara')
    const device = await withPasskey(cara)
    const options = await stranger().call('POST /api/passkey-options')
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      rpId: 'rosella.test',
      allowCredentials: [],
      userVerification: 'required',
    })
    const passkey = device.get(options)
    expect((await stranger().try('POST /api/passkey-login', { passkey })).status).toBe(200)
    expect((await stranger().try('POST /api/passkey-login', { passkey })).body.message).toBe(LATE)
    const late = device.get(await stranger().call('POST /api/passkey-options'))
    app.clock.advance(301)
    expect((await stranger().try('POST /api/passkey-login', { passkey: late })).body.message).toBe(LATE)
  })

  test('another site, another challenge, no user verification and another account get the same refusal', async () => {
    const dora = await one('Dora')
    const device = await withPasskey(dora)
    expect(await logIn(device, { origin: 'https://rosella.test.evil.example' })).toBe(REFUSED)
    expect(await logIn(device, { origin: 'http://rosella.test' })).toBe(REFUSED)
    expect(await logIn(device, { verified: false })).toBe(REFUSED)
    const other = new Authenticator()
    other.create({ rp: { id: 'rosella.test' }, user: { id: 'AAAA' }, challenge: 'AAAA' })
    expect(await logIn(other)).toBe(REFUSED)
    const made = device.get(await stranger().call('POST /api/passkey-options'))
    const foreign = { ...made, response: { ...made.response, userHandle: 'AAAA' } }
    expect((await stranger().try('POST /api/passkey-login', { passkey: foreign })).body.message).toBe(REFUSED)
    expect(await logIn(device)).toBe(dora.id)
  })

  test('a counter may stay at 0; one that counts may not go back', async () => {
    const eve = await one('Eve')
    const [synced, counting] = [new Authenticator(), new Authenticator('counting')]
    await addPasskey(eve, synced)
    await addPasskey(eve, counting)
    expect([await logIn(synced), await logIn(synced)]).toEqual([eve.id, eve.id])
    expect([await logIn(counting), await logIn(counting)]).toEqual([eve.id, eve.id])
    expect(await logIn(counting, { counter: 2 })).toBe(REFUSED)
    expect(await logIn(counting, { counter: 1 })).toBe(REFUSED)
    expect(await logIn(counting, { counter: 0 })).toBe(REFUSED)
    expect(await logIn(counting)).toBe(eve.id)
  })

  test('a suspended member is refused with the reason', async () => {
    const fay = await one('Fay')
    const device = await withPasskey(fay)
    await app.admin.call('POST /api/admin/member', { id: fay.id, status: 3, reason: 'Rude words' })
    expect(await logIn(device)).toContain('Your account is suspended')
  })
})

describe('[P3 §12] adding and removing', () => {
  test('authenticators get a random account handle, the same for all its passkeys', async () => {
    const [gus, hal] = [await one('Gus'), await one('Hal')]
    const first = await gus.call('POST /api/passkey-register-options')
    expect(first.user).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      name: gus.email,
      displayName: 'Gus',
    })
    expect(first).toMatchObject({
      rp: { id: 'rosella.test', name: 'Rosella' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    const device = await withPasskey(gus)
    const next = await gus.call('POST /api/passkey-register-options')
    expect(next.user.id).toBe(first.user.id)
    expect(next.excludeCredentials.map(({ id }) => id)).toEqual(device.credentials.map(({ id }) => id))
    expect((await hal.call('POST /api/passkey-register-options')).user.id).not.toBe(first.user.id)
  })

  test('a challenge is bound to its purpose and session, and works once', async () => {
    const ida = await one('Ida')
    const device = new Authenticator()
    const add = async (person: Person, options: Parameters<Authenticator['create']>[0], manner = {}) =>
      (await person.try('POST /api/passkey-register', { passkey: device.create(options, manner) })).body
        .message
    const { email, password } = ida
    const { token } = await stranger().call('POST /api/login', { email, password })
    const phone = Object.assign(ida.elsewhere(), { token })
    const options = await ida.call('POST /api/passkey-register-options')
    expect(await add(phone, options)).toBe(LATE)
    const forLogIn = await stranger().call('POST /api/passkey-options')
    expect(await add(ida, { ...options, challenge: forLogIn.challenge })).toBe(LATE)
    const again = await ida.call('POST /api/passkey-register-options')
    expect(await add(ida, again, { origin: 'https://evil.example' })).toBe(REFUSED)
    expect(await add(ida, again)).toBe(LATE)
    const third = await ida.call('POST /api/passkey-register-options')
    expect(await add(ida, third)).toBeUndefined()
    expect((await ida.call('GET /api/passkeys')).passkeys).toHaveLength(1)
  })

  test('the last credential cannot be removed: a password or a confirmed address has to remain', async () => {
    const joe = await one('Joe')
    const id = await addPasskey(joe, new Authenticator())
    const change = (password_hash: string | null, email_confirmed: boolean) =>
      app.db
        .updateTable('account')
        .set({ password_hash, email_confirmed })
        .where('member_id', '=', joe.id)
        .execute()
    await change(null, false)
    const refused = await joe.try('POST /api/passkey-delete', { id })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This passkey is your only way to log in. Please confirm your email address first.',
    ])
    await change(null, true)
    expect((await joe.call('POST /api/passkey-delete', { id })).passkeys).toEqual([])
  })

  test('another member’s passkey is not found', async () => {
    const [kim, lee] = [await one('Kim'), await one('Lee')]
    const id = await addPasskey(kim, new Authenticator())
    expect((await lee.try('POST /api/passkey-delete', { id })).status).toBe(404)
    expect((await kim.call('GET /api/passkeys')).passkeys).toHaveLength(1)
  })
})
