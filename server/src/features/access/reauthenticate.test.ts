import { Authenticator } from '@rosella/testkit/authenticator'
import { addPasskey, withPasskey } from '@rosella/testkit/passkey'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { appCode, switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person
const NEEDED = { ...problemBody('access.reauthenticate'), reauthenticate: true }
/** A call that requires re-authentication and changes nothing. */
const risk = (person: Person) => person.try('POST /api/passkey-register-options')
const messageFor = async (person: Person, credentials: Record<string, unknown>) =>
  (await person.try('POST /api/reauthenticate', credentials)).body.message
const later = () => app.clock.advance(901)

describe('[P3 §14] POST /api/reauthenticate', () => {
  test('a log-in counts for 15 minutes; later calls get 403 until the member re-authenticates', async () => {
    const anna = await one('Anna')
    expect((await risk(anna)).status).toBe(200)
    later()
    expect(await risk(anna)).toEqual({ status: 403, body: NEEDED })
    expect(await messageFor(anna, { password: 'Wrong-Password-1' })).toBe(
      "That isn't your current password. Please try again.",
    )
    expect((await risk(anna)).status).toBe(403)
    expect(await messageFor(anna, { password: anna.password })).toBeUndefined()
    expect((await risk(anna)).status).toBe(200)
    later()
    expect((await risk(anna)).status).toBe(403)
  })

  test('accepts an app code or a recovery code, each once', async () => {
    const ben = await one('Ben')
    const { secret, recovery_codes } = await switchTwoStepOn(app, ben)
    later()
    const code = appCode(app, secret)
    expect(await messageFor(ben, { code })).toBeUndefined()
    expect((await risk(ben)).status).toBe(200)
    expect(await messageFor(ben, { code })).toContain('already been used')
    later()
    expect(await messageFor(ben, { code: recovery_codes[3] })).toBeUndefined()
    expect((await risk(ben)).status).toBe(200)
    expect(await messageFor(ben, { code: recovery_codes[3] })).toContain('already been used')
  })

  test('accepts a passkey only on the session that requested the challenge, and opens no session', async () => {
    const cara = await one('Cara')
    const device = await withPasskey(cara)
    const { email, password } = cara
    const { token } = await new Person(app.url).call('POST /api/login', { email, password })
    const phone = Object.assign(cara.elsewhere(), { token })
    later()
    const ask = () => cara.call('POST /api/passkey-options')
    const options = await ask()
    expect(options.allowCredentials.map(({ id }) => id)).toEqual(device.credentials.map(({ id }) => id))
    const LATE = 'This took too long. Please try again.'
    expect(await messageFor(phone, { passkey: device.get(options) })).toBe(LATE)
    const logIn = await new Person(app.url).try('POST /api/passkey-login', {
      passkey: device.get(await ask()),
    })
    expect(logIn.body.message).toBe(LATE)
    const forLogIn = await new Person(app.url).call('POST /api/passkey-options')
    expect(await messageFor(cara, { passkey: device.get(forLogIn) })).toBe(LATE)
    expect((await risk(cara)).status).toBe(403)
    expect(await messageFor(cara, { passkey: device.get(await ask()) })).toBeUndefined()
    expect((await risk(cara)).status).toBe(200)
    expect((await risk(phone)).status).toBe(403)
  })

  test('refuses another member’s passkey, two credentials together, and none', async () => {
    const [dora, eve] = [await one('Dora'), await one('Eve')]
    const device = new Authenticator()
    await addPasskey(dora, device)
    const options = await eve.call('POST /api/passkey-options')
    expect(await messageFor(eve, { passkey: device.get({ ...options, allowCredentials: [] }) })).toBe(
      "We couldn't verify this passkey. Please try again.",
    )
    const one_way = 'Please send a password, a code or a passkey.'
    expect(await messageFor(eve, {})).toBe(one_way)
    expect(await messageFor(eve, { password: eve.password, code: '123456' })).toBe(one_way)
  })

  test('[P3 §12] an impersonator cannot change credentials', async () => {
    const fay = await one('Fay')
    const { token } = await app.admin.call('POST /api/admin/impersonate', {
      id: fay.id,
      reason: 'To see what they see',
    })
    const acting = Object.assign(fay.elsewhere(), { token })
    for (const route of [
      'GET /api/passkeys',
      'POST /api/passkey-options',
      'POST /api/passkey-register-options',
      'POST /api/two-step-start',
      'POST /api/two-step-off',
      'POST /api/recovery-codes',
      'POST /api/reauthenticate',
    ] as const) {
      const { status, body } = await acting.try(route)
      expect([route, status, body.message]).toEqual([
        route,
        403,
        "You can't do this while acting as a member.",
      ])
    }
  })
})
