import { mailedKey } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { appCode, switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person
const WRONG = "This code isn't right or has already been used. Please try another."
const OVER = 'This log-in has expired. Please start again.'

async function firstStep({ email, password }: Person): Promise<string> {
  const answer = await new Person(app.url).call('POST /api/login', { email, password })
  expect(answer).toEqual({ two_step: true, ticket: expect.stringMatching(/^[\w-]{43}$/) })
  return answer.ticket ?? ''
}
const enterCode = async (ticket: string, code: string) => {
  const { body } = await new Person(app.url).try('POST /api/login-two-step', { ticket, code })
  return body.message ?? body.id
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('[P3 §12] switching two-step verification on', () => {
  test('returns a secret as text and QR code, needs a code to confirm, and returns ten recovery codes', async () => {
    const anna = await one('Anna')
    const { secret, uri } = await anna.call('POST /api/two-step-start')
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    const wrong = await anna.try('POST /api/two-step-confirm', { code: wrongOf(appCode(app, secret)) })
    expect([wrong.status, wrong.body.message]).toEqual([400, WRONG])
    // Until then log-in needs no code.
    const { email, password } = anna
    expect(await new Person(app.url).call('POST /api/login', { email, password })).toHaveProperty('token')
    const { recovery_codes } = await anna.call('POST /api/two-step-confirm', { code: appCode(app, secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await anna.call('GET /api/passkeys')).toEqual({
      passkeys: [],
      two_step_ts: expect.any(Number),
      recovery_left: 10,
    })
    expect((await anna.try('POST /api/two-step-start')).body.message).toBe(
      'Two-step verification is already on.',
    )
  })

  test('only the session that started it can confirm, within 15 minutes', async () => {
    const ben = await one('Ben')
    const { email, password } = ben
    const { token } = await new Person(app.url).call('POST /api/login', { email, password })
    const phone = Object.assign(ben.elsewhere(), { token })
    const { secret } = await ben.call('POST /api/two-step-start')
    const late = 'This took too long. Please start again.'
    const confirm = async (who: Person) =>
      (await who.try('POST /api/two-step-confirm', { code: appCode(app, secret) })).body.message
    expect(await confirm(phone)).toBe(late)
    app.clock.advance(900)
    expect(await confirm(ben)).toBe(late)
  })

  test('neither the database nor the log contains the secret or the codes in clear text', async () => {
    const cara = await one('Cara')
    const { secret, recovery_codes } = await switchTwoStepOn(app, cara)
    const rows = await app.db.selectFrom('two_step').where('member_id', '=', cara.id).selectAll().execute()
    const codes = await app.db
      .selectFrom('recovery_code')
      .where('member_id', '=', cara.id)
      .selectAll()
      .execute()
    const stored = JSON.stringify([
      rows.map((row) => Buffer.from(row.secret).toString('latin1')),
      codes.map(({ code_hash }) => code_hash),
    ])
    expect(codes.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
    for (const word of [
      secret,
      ...recovery_codes,
      ...recovery_codes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(stored).not.toContain(word)
      expect(app.logLines.join('')).not.toContain(word)
    }
  })
})

describe('[P3 §12] logging in with it', () => {
  test.each(['password', 'link', 'code'] as const)('a log-in by %s needs a code', async (way) => {
    const dora = await one('Dora')
    const { secret } = await switchTwoStepOn(app, dora)
    const { email, password } = dora
    const credentials =
      way === 'password'
        ? { password }
        : { [way === 'link' ? 'hash' : 'code']: await mailedKey(app, dora, way) }
    // Sent with a session, as the first confirmation of an address requires.
    const answer = await dora.call('POST /api/login', { email, ...credentials })
    expect(answer).toEqual({ two_step: true, ticket: expect.any(String) })
    expect(await enterCode(answer.ticket ?? '', appCode(app, secret))).toBe(dora.id)
  })

  test('refuses a used step and earlier ones; the clock may be one step off', async () => {
    const eve = await one('Eve')
    const { secret } = await switchTwoStepOn(app, eve)
    const early = appCode(app, secret, 1)
    expect(await enterCode(await firstStep(eve), early)).toBe(eve.id)
    const ticket = await firstStep(eve)
    expect(await enterCode(ticket, early)).toBe(WRONG)
    expect(await enterCode(ticket, appCode(app, secret))).toBe(WRONG)
    expect(await enterCode(ticket, appCode(app, secret, -2))).toBe(WRONG)
    app.clock.advance(60)
    expect(await enterCode(ticket, early)).toBe(WRONG)
    expect(await enterCode(ticket, appCode(app, secret).replace(/(...)/, '$1 '))).toBe(eve.id)
    expect(await enterCode(ticket, appCode(app, secret, 1))).toBe(OVER)
  })

  test('a recovery code works once, and new codes replace the old ones', async () => {
    const fay = await one('Fay')
    const { recovery_codes } = await switchTwoStepOn(app, fay)
    const [first = '', unused = ''] = recovery_codes
    expect(await enterCode(await firstStep(fay), first.toUpperCase())).toBe(fay.id)
    expect(await enterCode(await firstStep(fay), first)).toBe(WRONG)
    expect((await fay.call('GET /api/passkeys')).recovery_left).toBe(9)
    const renewed = await fay.call('POST /api/recovery-codes')
    expect(renewed.recovery_codes).toHaveLength(10)
    expect(await enterCode(await firstStep(fay), unused)).toBe(WRONG)
    expect(await enterCode(await firstStep(fay), renewed.recovery_codes[9] ?? '')).toBe(fay.id)
  })

  test('a ticket expires after five minutes, or with a new password', async () => {
    const gus = await one('Gus')
    const { secret } = await switchTwoStepOn(app, gus)
    const late = await firstStep(gus)
    app.clock.advance(301)
    expect(await enterCode(late, appCode(app, secret))).toBe(OVER)
    const early = await firstStep(gus)
    await gus.call('POST /api/settings-change-password', { current: gus.password, new: 'Galah-River-77' })
    expect(await enterCode(early, appCode(app, secret))).toBe(OVER)
  })

  test('ten wrong codes void that ticket and no other', async () => {
    const hal = await one('Hal')
    const { secret } = await switchTwoStepOn(app, hal)
    const ticket = await firstStep(hal)
    const other = await firstStep(hal)
    for (let n = 0; n < 10; n++) expect(await enterCode(ticket, 'aaaa-bbbb-cccc-dddd')).toBe(WRONG)
    expect(await enterCode(ticket, appCode(app, secret))).toBe(OVER)
    expect(await enterCode(other, appCode(app, secret))).toBe(hal.id)
  })

  test('after 30 wrong codes in a day only recovery codes work, not app codes', async () => {
    const ida = await one('Ida')
    const { secret, recovery_codes } = await switchTwoStepOn(app, ida)
    for (let n = 0; n < 3; n++) {
      const ticket = await firstStep(ida)
      for (let m = 0; m < 10; m++)
        expect(await enterCode(ticket, wrongOf(appCode(app, secret, 5)))).toBe(WRONG)
    }
    const ticket = await firstStep(ida)
    expect(await enterCode(ticket, appCode(app, secret))).toBe(
      'Too many wrong codes have been entered for your account today. Please use a recovery code or a passkey.',
    )
    expect(await enterCode(ticket, recovery_codes[0] ?? '')).toBe(ida.id)
    app.clock.advance(86_400)
    expect(await enterCode(await firstStep(ida), appCode(app, secret))).toBe(ida.id)
  })

  test('once switched off, log-in needs no code', async () => {
    const joe = await one('Joe')
    await switchTwoStepOn(app, joe)
    expect(await joe.call('POST /api/two-step-off')).toEqual({
      passkeys: [],
      two_step_ts: null,
      recovery_left: 0,
    })
    const { email, password } = joe
    expect(await new Person(app.url).call('POST /api/login', { email, password })).toHaveProperty('token')
    expect((await joe.try('POST /api/recovery-codes')).body.message).toBe('Two-step verification is off.')
  })

  test('a wrong password gets the same message with and without it', async () => {
    const [kim, lee] = [await one('Kim'), await one('Lee')]
    await switchTwoStepOn(app, kim)
    const refused = await Promise.all(
      [kim, lee].map(async ({ email }) => {
        const { status, body } = await new Person(app.url).try('POST /api/login', {
          email,
          password: 'Wrong-Pass-1',
        })
        return { status, body }
      }),
    )
    expect(refused[0]).toEqual(refused[1])
  })
})
