import { mailedKey } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../platform/secret'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const DAY = 86_400
const EXPIRED = 'Code is invalid or has expired'
const one = async (name: string) => (await app.members(name))[0] as Person
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const logIn = (person: Person, credentials: object) =>
  person.elsewhere().try('POST /api/login', { email: person.email, ...credentials })

async function enterTenWrongOnes(person: Person): Promise<void> {
  for (const _ of [1, 2]) {
    const code = await mailedKey(app, person, 'code')
    for (let n = 0; n < 5; n++) expect((await logIn(person, { code: wrong(code) })).status).toBe(404)
  }
}

test('[D §3] after ten wrong codes in a day no code works for the account; links and passwords do', async () => {
  const anna = await one('Anna')
  const began = app.clock.now()
  app.clock.stand(began)
  try {
    const unused = await mailedKey(app, anna, 'link')
    await enterTenWrongOnes(anna)
    const { email } = anna
    await anna.call('POST /api/request-access', { email, kind: 'code' })
    const mail = (await app.mail()).findLast(({ to }) => to?.[0]?.address === email)
    expect(mail?.text).toContain('Too many wrong codes were entered for your account today')
    const instead = /(?<=hash=)[0-9a-f]{64}/.exec(mail?.text ?? '')?.[0]
    expect((await logIn(anna, { hash: instead })).status).toBe(200)
    expect((await logIn(anna, { hash: unused })).status).toBe(200)
    expect((await logIn(anna, { password: anna.password })).status).toBe(200)

    app.clock.stand(began + DAY + 1)
    expect((await logIn(anna, { code: await mailedKey(app, anna, 'code') })).status).toBe(200)
  } finally {
    app.clock.stand(undefined)
  }
})

test('[D §3] a right code sent before the tenth wrong one is refused too', async () => {
  const ben = await one('Ben')
  await app.db
    .insertInto('wrong_code')
    .values(Array.from({ length: 10 }, () => ({ member_id: ben.id, ts: app.clock.now() })))
    .execute()
  await app.db
    .insertInto('access_key')
    .values({
      member_id: ben.id,
      kind: 'code',
      secret_hash: hashSecret(`${ben.id} 123456`),
      email: ben.email,
      created_ts: app.clock.now(),
      expires_ts: app.clock.now() + 600,
    })
    .execute()
  const { status, body } = await logIn(ben, { code: '123456' })
  expect([status, body.message]).toEqual([404, EXPIRED])
})

test('a wrong code without a code to guess is not counted against the account', async () => {
  const cara = await one('Cara')
  for (let n = 0; n < 12; n++) await logIn(cara, { code: '123456' })
  expect((await logIn(cara, { code: await mailedKey(app, cara, 'code') })).status).toBe(200)
})

test('many wrong codes on the whole site slow down every code by a few seconds at most, and are shown to admins', async () => {
  const dora = await one('Dora')
  const timed = async (credentials: object) => {
    const began = performance.now()
    await logIn(dora, credentials)
    return performance.now() - began
  }
  const code = await mailedKey(app, dora, 'code')
  await app.db
    .insertInto('wrong_code')
    .values(Array.from({ length: 5000 }, () => ({ member_id: null, ts: app.clock.now() })))
    .execute()
  const slow = await timed({ code })
  expect(slow).toBeGreaterThanOrEqual(2990)
  const overview = await app.admin.call('GET /api/admin/overview')
  expect(overview.wrong_codes).toBeGreaterThanOrEqual(5000)
  await app.db.deleteFrom('wrong_code').execute()
  expect(await timed({ password: dora.password })).toBeLessThan(slow)
  expect((await app.admin.call('GET /api/admin/overview')).wrong_codes).toBe(0)
})

test('an unknown address gets the same message', async () => {
  const { status, body } = await new Person(app.url).try('POST /api/login', {
    email: 'nobody@rosella.test',
    code: '123456',
  })
  expect([status, body.message]).toEqual([404, EXPIRED])
})
