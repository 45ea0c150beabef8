import { inviteMember } from '@rosella/testkit/invite'
import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna] = (await app.members('Anna')) as [Person]
})
afterAll(() => app.close())

const callers = Array.from({ length: 32 }, (_, n) => n)

test('32 concurrent saves of prompts leave one complete save and the right count', async () => {
  const ids = (await askQuestions(app)).slice(0, 4)
  const choice = (n: number) =>
    [0, 1, 2]
      .slice(0, (n % 3) + 1)
      .map((step) => ({ question_id: ids[(n + step) % ids.length], answer: `By caller ${n}` }))
  const results = await Promise.all(
    callers.map((n) => anna.try('POST /api/update-discussion-prompts', { prompts: choice(n) })),
  )
  expect(results.map(({ status }) => status)).toEqual(callers.map(() => 200))
  const { user_dp } = await anna.call('GET /api/user')
  const active = user_dp.filter((each) => each.active)
  const { ndp } = await app.db
    .selectFrom('member')
    .where('id', '=', anna.id)
    .select('ndp')
    .executeTakeFirstOrThrow()
  expect(ndp).toBe(active.length)
  const winner = Number(active[0]?.answer.split(' ').at(-1))
  expect(active).toEqual(choice(winner).map((each, order_n) => ({ ...each, active: true, order_n })))
  expect(user_dp.filter((each) => !each.active).every((each) => each.order_n === 9)).toBe(true)
})

test('[P2 §6] of 32 concurrent registrations with different birthdays one succeeds', async () => {
  const erin = await inviteMember(app, 'erin@rosella.test')
  const birthday = (n: number) => `${1960 + n}-03-01`
  const form = {
    reg: 1,
    username: 'Erin',
    gender_birth: 'f',
    interested: 'men',
    relationship_goals: 'casual',
  }
  const place = { country: 'AU', city: 'Hobart, TAS', lat: -42.88, lng: 147.33 }
  const results = await Promise.all(
    callers.map((n) => erin.try('POST /api/user', { ...form, ...place, birthday: birthday(n) })),
  )
  const winners = callers.filter((n) => results[n]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(results.filter(({ status }) => status === 400)).toHaveLength(31)
  expect((await erin.call('GET /api/user')).user.birthday).toBe(birthday(winners[0] ?? -1))
})

test('[P2 §4] of 32 devices that concurrently change the same field of a profile one succeeds', async () => {
  const { user } = await anna.call('GET /api/user')
  const save = (n: number) =>
    n % 2 === 0
      ? anna.try('POST /api/profile-auto-save', {
          key: 'occupation',
          value: `Job ${n}`,
          based_on: user.occupation,
        })
      : anna.try('POST /api/user', {
          tagline: user.tagline || 'Hello',
          occupation: `Job ${n}`,
          based_on: { occupation: user.occupation },
        })
  const results = await Promise.all(callers.map(save))
  const winners = callers.filter((n) => results[n]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(results.filter(({ status }) => status === 409)).toHaveLength(31)
  expect((await anna.call('GET /api/user')).user.occupation).toBe(`Job ${winners[0]}`)
})
