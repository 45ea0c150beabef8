import { confirmAddress, mailedKey } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/http/route'
import { Problem } from '../../platform/problem'
import { logIn } from './log-in'

const TRIES = 32
/** The number of database connections. */
const OVER_HTTP = 10
const ROUNDS = [1, 2, 3]
const nowhere: Caller = {
  address: '',
  device: '',
  token: undefined,
  bearer: undefined,
  cookie: () => undefined,
  setCookie: () => {},
}

describe('concurrent uses of one key, on PostgreSQL', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
  })
  afterAll(() => app.close())

  /** With a confirmed address, because the first confirmation would end their other sessions. */
  const one = async (name: string) => {
    const [person] = (await app.members(name)) as [Person]
    await confirmAddress(app, person)
    return person
  }
  const wrong = (code: string, n = 0) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')

  async function sessionsOf({ id }: Person): Promise<number> {
    const rows = await app.db.selectFrom('session').where('member_id', '=', id).select('id').execute()
    return rows.length
  }

  /** Over HTTP, each from its own address. */
  const overHttp = (person: Person, credentials: object, tries: number) =>
    Promise.all(
      Array.from({ length: tries }, () =>
        person.elsewhere().try('POST /api/login', { email: person.email, ...credentials }),
      ),
    )

  /** Bypasses the transport, so that no rate limit reduces the load on the database. */
  async function withoutLimits(
    person: Person,
    attempts: { hash?: string; code?: string }[],
  ): Promise<string[]> {
    const deps = {
      ...app.server.services,
      deviceSecret: Buffer.alloc(32),
      twoStepKey: Buffer.alloc(32),
    }
    const answers = await Promise.allSettled(
      attempts.map((attempt) => logIn(deps, { email: person.email, ...attempt }, nowhere)),
    )
    return answers.map((answer) => {
      if (answer.status === 'fulfilled') return 'in'
      if (answer.reason instanceof Problem) return answer.reason.code
      throw answer.reason
    })
  }

  describe.each([
    ['an access link', 'link', 'hash', 'link.expired'],
    ['a link to a new password', 'password', 'hash', 'link.expired'],
    ['a six-digit code', 'code', 'code', 'code.expired'],
  ] as const)('[D §3] %s', (_name, kind, field, refusal) => {
    test.each(ROUNDS)(`opens one session in ${TRIES} concurrent tries, round %i`, async () => {
      const anna = await one('Anna')
      const before = await sessionsOf(anna)
      const attempt = { [field]: await mailedKey(app, anna, kind) }
      const answers = await withoutLimits(anna, Array(TRIES).fill(attempt))
      expect(answers.sort()).toEqual(['in', ...Array(TRIES - 1).fill(refusal)].sort())
      expect(await sessionsOf(anna)).toBe(before + 1)
    })

    test(`opens one session in ${OVER_HTTP} concurrent tries over HTTP`, async () => {
      const ben = await one('Ben')
      const before = await sessionsOf(ben)
      const answers = await overHttp(ben, { [field]: await mailedKey(app, ben, kind) }, OVER_HTTP)
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.every((status) => [200, 404].includes(status))).toBe(true)
      expect(await sessionsOf(ben)).toBe(before + 1)
    })
  })

  test.each(ROUNDS)('[D §3] five concurrent wrong tries void a code, round %i', async () => {
    const cara = await one('Cara')
    const code = await mailedKey(app, cara, 'code')
    const wrongOnes = await overHttp(cara, { code: wrong(code) }, 5)
    expect(wrongOnes.map(({ body }) => body.message)).toEqual(Array(5).fill('Code is invalid or has expired'))
    const [right] = await overHttp(cara, { code }, 1)
    expect([right?.status, right?.body.message]).toEqual([404, 'Code is invalid or has expired'])
  })

  test('[D §3] four concurrent wrong tries leave a fifth', async () => {
    const dora = await one('Dora')
    const code = await mailedKey(app, dora, 'code')
    await overHttp(dora, { code: wrong(code) }, 4)
    const [right] = await overHttp(dora, { code }, 1)
    expect(right?.status).toBe(200)
  })

  test.each(ROUNDS)(`checks no more than five of ${TRIES} concurrent guesses, round %i`, async () => {
    const eve = await one('Eve')
    const code = await mailedKey(app, eve, 'code')
    const guesses = Array.from({ length: TRIES }, (_, n) => ({ code: wrong(code, n) }))
    expect(new Set(await withoutLimits(eve, guesses))).toEqual(new Set(['code.expired']))
    const { tries_left } = await app.db
      .selectFrom('access_key')
      .where('member_id', '=', eve.id)
      .where('kind', '=', 'code')
      .select('tries_left')
      .executeTakeFirstOrThrow()
    expect(tries_left).toBe(0)
    expect(await withoutLimits(eve, [{ code }])).toEqual(['code.expired'])
  })

  test('a new code replaces the previous one', async () => {
    const fay = await one('Fay')
    const first = await mailedKey(app, fay, 'code')
    let second = await mailedKey(app, fay, 'code')
    while (second === first) second = await mailedKey(app, fay, 'code')
    expect(await withoutLimits(fay, [{ code: first }])).toEqual(['code.expired'])
    expect(await withoutLimits(fay, [{ code: second }])).toEqual(['in'])
  })
})
