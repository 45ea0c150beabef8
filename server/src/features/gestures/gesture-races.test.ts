import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const CALLERS = 32
let app: TestApp
let crowd: Person[]
const received: LiveEvent[] = []
const saidBetween = (kind: LiveEvent['kind'], from: Person, to: Person) =>
  received.filter(
    (event) => event.kind === kind && 'from' in event && event.from === from.id && event.to === to.id,
  )

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.server.services.bus.subscribe((event) => void received.push(event))
  crowd = await app.members(...Array.from({ length: CALLERS }, (_, n) => (n % 2 ? 'Ben' : 'Anna')))
})
afterAll(() => app.close())

const act = (from: Person, action: string, to: Person) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
const atOnce = <T>(run: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLERS }, (_, n) => run(n)))
const member = (n: number) => crowd[((n % CALLERS) + CALLERS) % CALLERS] as Person

test('[D §5] 32 concurrent likes store one like and publish one event', async () => {
  const [anna, ben] = [member(0), member(1)]
  const answers = await atOnce(() => act(anna, 'like', ben))
  expect(answers.map((answer) => answer.status)).toEqual(Array(CALLERS).fill(200))
  expect(answers.every((answer) => answer.body.sent_like)).toBe(true)
  await expect.poll(() => saidBetween('like.sent', anna, ben).length).toBe(1)
  expect((await ben.call('GET /api/users', { filter: 'likes-received' })).users).toHaveLength(1)
})

test('[D §5] of 32 concurrent roses one is sent and 31 are refused', async () => {
  const [anna, ben] = [member(2), member(3)]
  for (const roses of [1, 2]) {
    const answers = await atOnce(() => act(anna, 'rose', ben))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(CALLERS - 1).fill(400)])
    const [card] = (await ben.call('GET /api/users', { filter: 'roses-received' })).users
    expect(card?.received_roses).toBe(roses)
    await expect.poll(() => saidBetween('rose.sent', anna, ben).length).toBe(roses)
    app.clock.advance(86_400)
  }
})

test('[D §5] 32 concurrent favourites store one favourite', async () => {
  const [anna, ben] = [member(4), member(5)]
  const answers = await atOnce(() => act(anna, 'fav', ben))
  expect(answers.every((answer) => answer.status === 200 && answer.body.favourited)).toBe(true)
  expect((await anna.call('GET /api/users', { filter: 'favorites' })).users).toHaveLength(1)
})

test('[D §5] concurrent likes in both directions match on both sides', async () => {
  await atOnce((n) => act(member(n), 'like', member(n % 2 ? n - 1 : n + 1)))
  const matched = await atOnce((n) => member(n).call('GET /api/users', { filter: 'matched' }))
  expect(matched.map(({ users }) => users.map((user) => user.id))).toEqual(
    crowd.map((_, n) => [member(n % 2 ? n - 1 : n + 1).id]),
  )
})

test('32 members acting on each other concurrently never deadlock', async () => {
  app.clock.advance(86_400)
  const rounds = 5
  for (let round = 1; round <= rounds; round++) {
    // The actions of a pair are adjacent, so that they run concurrently.
    const pairs = crowd.map((_, n) => [n, n ^ round] as const).filter(([one, other]) => one < other)
    const calls = pairs.flatMap(([one, other]) => everything(member(one), member(other)))
    const answers = await Promise.all(calls)
    expect(answers.map((answer) => answer.status)).toEqual(Array(4 * CALLERS).fill(200))
  }
  const { rows } = await sql<{ likes: number; roses: number }>`
    select count(sent_like_ts) as likes, sum(sent_roses)::bigint as roses from relation`.execute(app.db)
  // The pairs of the first round also have the likes and two roses of the earlier tests.
  expect(rows).toEqual([{ likes: CALLERS * rounds, roses: CALLERS * rounds + 2 }])
  expect(await halvesThatDisagree()).toEqual([])
}, 60_000)

const everything = (anna: Person, ben: Person) => [...everythingFrom(anna, ben), ...everythingFrom(ben, anna)]
const everythingFrom = (from: Person, to: Person) => [
  act(from, 'like', to),
  act(from, 'rose', to),
  act(from, 'fav', to),
  from.try('GET /api/view-profile', { url_hash: to.url_hash }),
]

test('a block during other actions hides everything and leaves no partial writes', async () => {
  app.clock.advance(86_400)
  const pairs = Array.from({ length: 7 }, (_, n) => [member(n), member(n + CALLERS / 2)] as const)
  for (let round = 0; round < 2; round++) {
    app.clock.advance(86_400)
    const answers = await Promise.all(
      pairs.flatMap(([anna, ben]) => [
        act(anna, 'like', ben),
        act(anna, 'rose', ben),
        ben.try('POST /api/user-action', { action: 'block', recipient_id: anna.id }),
        anna.try('GET /api/view-profile', { url_hash: ben.url_hash }),
        act(anna, 'fav', ben),
      ]),
    )
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
    for (const [anna, ben] of pairs) {
      expect((await anna.try('GET /api/view-profile', { url_hash: ben.url_hash })).status).toBe(404)
      expect(await listsThatShow(anna, ben)).toEqual([])
      expect(await listsThatShow(ben, anna)).toEqual([])
    }
    expect(await halvesThatDisagree()).toEqual([])
    await Promise.all(pairs.map(([anna, ben]) => act(ben, 'unblock', anna)))
  }
}, 60_000)

const everyRelation = [
  'favorites',
  'likes-received',
  'matched',
  'likes-sent',
  'roses-received',
  'roses-sent',
  'viewed-me',
  'viewed',
]

async function listsThatShow(viewer: Person, other: Person): Promise<string[]> {
  const shown = await Promise.all(
    everyRelation.map(async (filter) => {
      const { users, pages } = await viewer.call('GET /api/users', { filter })
      expect(pages).toBeLessThanOrEqual(1)
      return users.some((user) => user.id === other.id) ? [filter] : []
    }),
  )
  return shown.flat()
}

/** Pairs whose two rows contradict each other. */
async function halvesThatDisagree() {
  const { rows } = await sql`
    select a.me, a.other from relation a left join relation b on b.me = a.other and b.other = a.me
    where b.me is null
      or (a.sent_like_ts is null) <> (b.received_like_ts is null)
      or a.matched_ts is distinct from b.matched_ts
      or a.sent_roses <> b.received_roses
      or (a.viewed_ts is null) <> (b.viewed_me_ts is null)
      or (a.blocked_ts is not null) <> b.blocked_me
      or (a.not_interested_ts is not null) <> b.closed_to_me or a.ended <> b.ended`.execute(app.db)
  return rows
}
