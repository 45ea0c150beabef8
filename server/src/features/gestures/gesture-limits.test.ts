import { HIDES_MAX } from '@rosella/contract/gestures/rules'
import { PEOPLE_PAGE } from '@rosella/contract/settings/rules'
import type { Person } from '@rosella/testkit/person'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const act = (from: Person, action: string, to: { id: number }) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
const setLikes = (value: number) => app.admin.call('POST /api/admin/settings', { key: 'likes', value })
const members = (names: string[]) => app.members(...names) as Promise<[Person, ...Person[]]>

test('[P3 §5] of concurrent likes to several people only the allowed number is sent, and the message says when the next is possible', async () => {
  const [anna, ...others] = await members(['Anna', 'Ben', 'Cara', 'Dan', 'Eva', 'Finn', 'Gus', 'Hal'])
  await setLikes(4)
  const replies = await Promise.all(others.map((other) => act(anna, 'like', other)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429])
  const { body } = replies.find(({ status }) => status === 429) as (typeof replies)[number]
  expect(body).toMatchObject({
    code: 'gesture.likes',
    message: expect.stringMatching(
      /^You've sent enough likes for today\. You can send the next one in .+\.$/,
    ),
  })
  expect(body.message).toMatch(/in (24 hours|23 hours 59 minutes)\.$/)
  expect((await anna.call('GET /api/users', { filter: 'likes-sent' })).users).toHaveLength(4)
  const { next_ts } = body.values as { next_ts: number }
  expect(Math.abs(next_ts - app.clock.now() - DAY)).toBeLessThan(60)
  await setLikes(200)
})

test('[P3 §5] likes that change nothing or are refused do not count', async () => {
  const [anna, ben, cara, dan] = (await members(['Anna', 'Ben', 'Cara', 'Dan'])) as [
    Person,
    Person,
    Person,
    Person,
  ]
  await setLikes(2)
  await act(cara, 'not-interested', anna)
  for (let n = 0; n < 5; n++) {
    expect((await act(anna, 'like', ben)).status).toBe(200)
    expect((await act(anna, 'like', cara)).status).toBe(403)
    expect((await act(anna, 'like', { id: 999_999_999 })).status).toBe(404)
  }
  expect((await act(anna, 'like', dan)).status).toBe(200)
  expect((await act(anna, 'like', app.admin)).body.code).toBe('gesture.likes')
  await setLikes(200)
})

test('[P3 §5] blocks and "not interested" have one limit, and undoing one does not give it back', async () => {
  const [anna, ben, cara] = (await members(['Anna', 'Ben', 'Cara'])) as [Person, Person, Person]
  const { rateLimits } = app.server.services
  for (let n = 0; n < HIDES_MAX - 3; n++)
    await rateLimits.hit(`hides ${anna.id}`, { limit: HIDES_MAX, seconds: DAY })
  expect((await act(anna, 'block', ben)).status).toBe(200)
  expect((await act(anna, 'unblock', ben)).status).toBe(200)
  expect((await act(anna, 'not-interested', ben)).status).toBe(200)
  expect((await act(anna, 'block', ben)).status).toBe(200)
  for (const action of ['block', 'not-interested']) {
    const { status, body } = await act(anna, action, cara)
    expect([status, body.code]).toEqual([429, 'gesture.hides'])
    expect(body.message).toMatch(
      /^You can block or pass on at most 500 people in 24 hours\. The next one is possible in (24 hours|23 hours 5\d minutes)\.$/,
    )
  }
  expect((await act(anna, 'block', ben)).status).toBe(200)
  expect((await act(anna, 'unblock', ben)).status).toBe(200)
})

/** Other members, without calls. */
const strangers = (count: number) => insertRandomTown(app.db, dice(3), count, app.clock.now())

test('[P3 §5] blocked users and "not interested" come in pages of 200, the latest first', async () => {
  const [anna] = await members(['Anna'])
  const ids = (await strangers(2 * PEOPLE_PAGE + 1)).sort((a, b) => a - b)
  await sql`update member set status = 2, paused = false where id = any(${ids}::bigint[])`.execute(app.db)
  await sql`
    insert into relation (me, other, blocked_ts, not_interested_ts)
    select ${anna.id}, id, null, 1000 + id from unnest(${ids}::bigint[]) id`.execute(app.db)
  const passed = async (p?: number) => anna.call('GET /api/not-interested', p === undefined ? {} : { p })
  expect(await passed()).toMatchObject({ pages: 3 })
  const pages = [await passed(), await passed(2), await passed(3)].map(({ items }) =>
    items.map(({ id }) => id),
  )
  expect(pages.map(({ length }) => length)).toEqual([PEOPLE_PAGE, PEOPLE_PAGE, 1])
  expect(pages.flat()).toEqual(ids.toReversed())
  for (const p of [99, Number.MAX_SAFE_INTEGER]) expect(await passed(p)).toEqual(await passed(3))
  // One of them has blocked Anna, and the number of pages must not reveal it.
  await sql`update relation set blocked_me = true where me = ${anna.id} and other = ${ids[7]}`.execute(app.db)
  expect(await passed(3)).toMatchObject({ pages: 2 })

  await sql`update relation set blocked_ts = 2000 + other where me = ${anna.id}`.execute(app.db)
  const blocked = (p: number) => anna.call('GET /api/blocked-users', { p })
  const lists = [await blocked(1), await blocked(2), await blocked(3)]
  expect(lists.map(({ pages, u }) => [pages, u.length])).toEqual([
    [3, PEOPLE_PAGE],
    [3, PEOPLE_PAGE],
    [3, 1],
  ])
  expect(lists.flatMap(({ u }) => u.map(({ id }) => id))).toEqual(ids.toReversed())
  for (const p of [0, -1, 1.5, 'x'])
    expect((await anna.try('GET /api/blocked-users', { p })).status, String(p)).toBe(400)
})

test('[P3 §5] a block or "not interested" made in another process changes lists and totals here', async () => {
  const [anna, ben] = (await app.members(
    { username: 'Anna', photos: 3 },
    { username: 'Ben', photos: 3 },
  )) as [Person, Person]
  const second = await app.second()
  try {
    const total = async (person: Person) => (await person.call('GET /api/search', { any: '1' })).total
    const both = async () => [await total(anna), await total(ben)]
    const [annas, bens] = (await both()) as [number, number]
    const elsewhere = async (action: string) => {
      const reply = await fetch(`${second.url}/api/user-action`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: anna.email, token: anna.token, action, recipient_id: ben.id }),
      })
      expect(reply.status).toBe(200)
    }
    await elsewhere('block')
    await expect.poll(both).toEqual([annas - 1, bens - 1])
    await elsewhere('unblock')
    await expect.poll(both).toEqual([annas, bens])
    await elsewhere('not-interested')
    await expect.poll(both).toEqual([annas - 1, bens])
    await elsewhere('interested-again')
    await expect.poll(both).toEqual([annas, bens])
  } finally {
    await second.close()
  }
})
