import { confirmAddresses } from '@rosella/testkit/give-role'
import { newEmail, Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
const emails: Record<'member' | 'banned' | 'erased', string> = { member: '', banned: '', erased: '' }
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  await confirmAddresses(app, anna, ben, cara)
  for (const { id } of [ben, cara]) {
    await app.admin.call('POST /api/admin/member', { id, status: 4, reason: 'Spam' })
  }
  await app.db.deleteFrom('member').where('id', '=', cara.id).execute()
  Object.assign(emails, { member: anna.email, banned: ben.email, erased: cara.email })
})
afterAll(() => app.close())

const stranger = () => new Person(app.url)
const calls: Record<string, (email: string) => Promise<{ status: number; body: unknown }>> = {
  'check-email': (email) => stranger().try('GET /api/check-email', { email }),
  'forgot-password': (email) => stranger().try('POST /api/forgot-password', { email }),
  'request-access, a link': (email) => stranger().try('POST /api/request-access', { email, kind: 'link' }),
  'request-access, a code': (email) => stranger().try('POST /api/request-access', { email, kind: 'code' }),
  'log-in by password': (email) => stranger().try('POST /api/login', { email, password: 'Wrong-Password-1' }),
  'log-in by link': (email) => stranger().try('POST /api/login', { email, hash: 'a'.repeat(64) }),
  'log-in by code': (email) => stranger().try('POST /api/login', { email, code: '123456' }),
  'sign-up': (email) =>
    app.members({ username: 'Mallory', email }).then(
      () => ({ status: 200, body: '' }),
      ({ status, message }) => ({ status, body: message }),
    ),
  'change-email': async (new_email) => {
    const [dora] = (await app.members('Dora')) as [Person]
    return dora.try('POST /api/change-email', { new_email, password: dora.password })
  },
}

describe('a banned address gets the same replies as any existing account, even once it is erased', () => {
  test.each(Object.entries(calls))('%s', async (_name, call) => {
    const member = await call(emails.member)
    expect(await call(emails.banned)).toEqual(member)
    expect(await call(emails.erased)).toEqual(member)
  })

  test('its owner gets an email about appeals, without a link that logs in', async () => {
    for (const email of [emails.banned, emails.erased]) {
      await stranger().try('POST /api/request-access', { email, kind: 'link' })
      const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
      const asked = emails.filter(({ subject }) => subject?.startsWith("You can't log in"))
      expect(asked.length).toBeGreaterThan(0)
      for (const { text } of asked) {
        expect(text).toContain('to appeal')
        expect(text).not.toMatch(/hash=|\d{6}/)
      }
    }
  })

  test('an unknown address gets an error', async () => {
    const email = newEmail('Nobody')
    expect((await calls['forgot-password']?.(email))?.status).toBe(404)
    expect((await calls['check-email']?.(email))?.status).toBe(200)
  })
})

describe('they take the same time', () => {
  const PAIRS = 30
  const timed = async (email: string) => {
    const began = performance.now()
    await stranger().try('POST /api/login', { email, code: '123456' })
    return performance.now() - began
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

  test('log-in by code, whether the account exists or is erased', async () => {
    let apart = Number.POSITIVE_INFINITY
    const differences: number[] = []
    const times: number[] = []
    for (let round = 0; round < 8 && apart > 0.25; round++) {
      await app.db.deleteFrom('wrong_code').execute()
      for (let n = 0; n < PAIRS; n++) {
        const first = n % 2 === 0 ? 'member' : 'erased'
        const one = await timed(emails[first])
        const two = await timed(emails[first === 'member' ? 'erased' : 'member'])
        differences.push(first === 'member' ? one - two : two - one)
        times.push(one, two)
      }
      apart = Math.abs(median(differences)) / median(times)
    }
    expect(apart).toBeLessThanOrEqual(0.25)
  }, 300_000)
})
