import { forgotPassword, login, requestAccess } from '@rosella/contract/access/endpoints'
import type { Endpoint, Rate } from '@rosella/contract/endpoint'
import { checkEmail } from '@rosella/contract/signup/endpoints'
import { mailedKey } from '@rosella/testkit/mailed-key'
import { newEmail, Person, type RouteName } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person

describe('[P1 §8] "Too many requests. Please try again later."', () => {
  const calls: [string, Endpoint, Record<string, unknown>][] = [
    ['log-in by password', login, { password: 'Wrong-Password-1' }],
    ['log-in by link', login, { hash: 'a'.repeat(64) }],
    ['log-in by code', login, { code: '123456' }],
    ['forgot-password', forgotPassword, {}],
    ['an emailed link', requestAccess, { kind: 'link' }],
    ['an emailed code', requestAccess, { kind: 'code' }],
    ['check-email', checkEmail, {}],
  ]

  const routeOf = ({ method, path }: Endpoint) => `${method} ${path}` as RouteName
  const limitOf = (endpoint: Endpoint, per: Rate['per']): number => {
    const rate = endpoint.rates.find((candidate) => candidate.per === per)
    if (!rate) throw new Error(`${routeOf(endpoint)} has no limit per ${per}`)
    return rate.limit
  }
  const refused = { status: 429, body: problemBody('too-many') }

  // Log-ins are delayed: see lock-out.test.ts and wrong-codes.test.ts. Emails are limited in the action: five in ten
  // minutes, and one more link.
  test.each(calls.filter(([, endpoint]) => endpoint !== login))(
    'per account, from any IP address and with any spelling of the email address: %s',
    async (_name, endpoint, input) => {
      const { email } = await one('Anna')
      const limit = endpoint === checkEmail ? limitOf(endpoint, 'account') : input.kind === 'link' ? 6 : 5
      const answers = []
      for (let n = 0; n < limit + 2; n++) {
        const written = n % 2 === 0 ? email : email.toUpperCase()
        answers.push(await new Person(app.url).try(routeOf(endpoint), { email: written, ...input }))
      }
      expect(answers.slice(0, limit).filter(({ status }) => status === 429)).toEqual([])
      expect(answers.slice(limit)).toEqual([refused, refused])
    },
  )

  // The three ways to log in share a count; so do the two kinds of email.
  test.each(calls.filter(([, endpoint], n) => calls.findIndex((other) => other[1] === endpoint) === n))(
    'per IP address, for any account: %s',
    async (_name, endpoint, input) => {
      const caller = new Person(app.url)
      const limit = limitOf(endpoint, 'address')
      const answers = []
      for (let n = 0; n < limit + 2; n++) {
        answers.push(await caller.try(routeOf(endpoint), { email: newEmail('Nobody'), ...input }))
      }
      expect(answers.slice(0, limit).filter(({ status }) => status === 429)).toEqual([])
      expect(answers.slice(limit)).toEqual([refused, refused])
    },
  )

  test('does not send an email above the limit', async () => {
    const cara = await one('Cara')
    for (let n = 0; n < 7; n++) await cara.try('POST /api/forgot-password', { email: cara.email })
    const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === cara.email)
    expect(emails.filter(({ subject }) => subject?.startsWith('Choose a new password'))).toHaveLength(5)
  })
})

describe('[D §3] keys and sessions expire to the second', () => {
  const HOUR = 3600

  test.each([
    ['an access link', 'link', 'hash', HOUR, 'Access link is invalid or has expired'],
    ['a link to a new password', 'password', 'hash', HOUR, 'Access link is invalid or has expired'],
    ['a code', 'code', 'code', 600, 'Code is invalid or has expired'],
  ] as const)('%s', async (_name, kind, field, seconds, refusal) => {
    const dora = await one('Dora')
    const sent = app.clock.now()
    app.clock.stand(sent)
    const tryAt = (key: string, at: number) => {
      app.clock.stand(at)
      return dora.try('POST /api/login', { email: dora.email, [field]: key })
    }
    try {
      const first = await mailedKey(app, dora, kind)
      expect((await tryAt(first, sent + seconds - 1)).status).toBe(200)
      app.clock.stand(sent)
      const second = await mailedKey(app, dora, kind)
      const late = await tryAt(second, sent + seconds)
      expect([late.status, late.body.message]).toEqual([404, refusal])
    } finally {
      app.clock.stand(undefined)
    }
  })

  test('a session expires 30 days after its last use', async () => {
    const eve = await one('Eve')
    const began = app.clock.now()
    app.clock.stand(began)
    const days = 30 * 86_400
    try {
      for (const [at, status] of [
        [began + days - 1, 200],
        [began + days, 401],
      ] as const) {
        app.clock.stand(began)
        const { token } = await eve.call('POST /api/login', { email: eve.email, password: eve.password })
        const device = Object.assign(eve.elsewhere(), { token })
        app.clock.stand(at)
        expect((await device.try('GET /api/user')).status).toBe(status)
      }
    } finally {
      app.clock.stand(undefined)
    }
  })
})
