import { listFilters, lists } from '@rosella/contract/browse/rules'
import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
const received: LiveEvent[] = []
const seenEvents = (person: Person) =>
  received.filter((event) => event.kind === 'lists.seen' && event.member_id === person.id).length

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.server.services.bus.subscribe((event) => void received.push(event))
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const act = (from: Person, action: string, to: Pick<Person, 'id'>) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const list = (person: Person, filter?: string, p?: number) => person.call('GET /api/users', { filter, p })
const idsIn = async (person: Person, filter?: string) =>
  (await list(person, filter)).users.map(({ id }) => id)

test('[D §4] every list has its title and its time field', async () => {
  const [anna, ben] = await couple()
  for (const filter of listFilters) {
    const { title, ago, users, pages } = await list(anna, filter)
    expect({ title, ago }).toEqual(lists[filter])
    if (filter !== 'recent' && filter !== 'newest') expect({ users, pages }).toEqual({ users: [], pages: 0 })
  }
  expect((await list(anna)).title).toBe('Recent Activity')
  for (const action of ['like', 'fav', 'rose']) await act(anna, action, ben)
  await act(ben, 'like', anna)
  await anna.call('GET /api/view-profile', { url_hash: ben.url_hash })
  const named = ['favorites', 'likes-received', 'matched', 'likes-sent', 'roses-sent', 'viewed'] as const
  for (const filter of named) {
    const [card] = (await list(anna, filter)).users
    expect(card?.[lists[filter].ago]).toBeTypeOf('number')
  }
})

test('[D §4] an unknown list and a page before the first are 400', async () => {
  const [anna] = await couple()
  expect(await anna.try('GET /api/users', { filter: 'enemies' })).toEqual({
    status: 400,
    body: problemBody('list.unknown'),
  })
  for (const p of [0, -1, 1.5, 'x']) {
    const { status, body } = await anna.try('GET /api/users', { p })
    expect(status).toBe(400)
    expect(body.message).toContain('p ')
  }
})

test('[P1 §3] a card has the specified fields and the tagline', async () => {
  const [anna, cara] = (await app.members('Anna', { username: 'Cara', photos: 1, premium: true })) as [
    Person,
    Person,
  ]
  await cara.call('POST /api/profile-auto-save', { key: 'tagline', value: 'Surfs at dawn' })
  for (const action of ['fav', 'rose']) await act(anna, action, cara)
  for (const action of ['like', 'rose']) await act(cara, action, anna)
  const [card] = (await list(anna, 'favorites')).users
  expect(card).toEqual({
    id: cara.id,
    url_hash: cara.url_hash,
    username: 'Cara',
    photo: expect.any(String),
    photo_sizes: false,
    photo_preview: expect.any(String),
    age: expect.any(Number),
    city: 'Hobart, TAS',
    tagline: 'Surfs at dawn',
    band: 0,
    is_new: true,
    premium: true,
    favorited: true,
    sent_like: false,
    received_like: true,
    matched: false,
    received_roses: 1,
    sent_roses: 1,
    chat_messages: 0,
    verified: false,
    verified_ts: null,
    approved_photos: 1,
    ndp: 0,
    match: null,
    agree: null,
    favorited_ts: expect.any(Number),
  })
  await act(anna, 'like', cara)
  expect((await list(anna, 'favorites')).users[0]).toMatchObject({ sent_like: true, matched: true })
  app.clock.advance(7 * 86_400 + 60)
  expect((await list(anna, 'favorites')).users[0]?.is_new).toBe(false)
})

test('[D §4] 24 to a page, the newest first; a page after the end is the last page', async () => {
  const [anna] = await couple()
  const others = await app.members(...Array.from({ length: 50 }, () => 'Ben'))
  for (const ben of others) {
    await act(anna, 'fav', ben)
    if (ben.id % 5 === 0) app.clock.advance(1)
  }
  const pages = await Promise.all([1, 2, 3].map((p) => list(anna, 'favorites', p)))
  expect(pages.map(({ users }) => users.length)).toEqual([24, 24, 2])
  expect(pages.map((page) => page.pages)).toEqual([3, 3, 3])
  const shown = pages.flatMap(({ users }) => users)
  expect(new Set(shown.map(({ id }) => id)).size).toBe(50)
  const order = shown.map(({ favorited_ts, id }) => [favorited_ts, id] as [number, number])
  expect(order).toEqual([...order].sort((a, b) => b[0] - a[0] || b[1] - a[1]))
  expect(await list(anna, 'favorites', 99)).toEqual(pages[2])

  // Blocked members are not counted.
  for (const ben of others.slice(0, 2)) await act(ben, 'block', anna)
  expect((await list(anna, 'favorites')).pages).toBe(2)
})

test('[D §4] recent and newest show active members with enough approved photos and mutual interest, never oneself', async () => {
  const photos = 3
  const [anna, ben, dan, finn, cara, hugo, liam, noah] = (await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos },
    { username: 'Ben', gender: 'm', interested: 'w', photos },
    { username: 'Dan', gender: 'm', interested: 'b', photos },
    { username: 'Finn', gender: 'm', interested: 'm', photos },
    { username: 'Cara', gender: 'f', interested: 'b', photos },
    { username: 'Hugo', gender: 'm', interested: 'w', photos: 2 },
    { username: 'Liam', gender: 'm', interested: 'w', photos },
    { username: 'Noah', gender: 'm', interested: 'w', photos, active: false },
  )) as Person[]
  if (!anna || !ben || !dan || !finn || !cara || !hugo || !liam || !noah) throw new Error('Too few members')
  await act(liam, 'block', anna)
  const among = async (viewer: Person, filter: string) => {
    const ids = await idsIn(viewer, filter)
    return [anna, ben, dan, finn, cara, hugo, liam, noah].filter(({ id }) => ids.includes(id))
  }
  for (const filter of ['recent', 'newest']) {
    expect(await among(anna, filter)).toEqual([ben, dan])
    expect(await among(ben, filter)).toEqual([anna, cara])
    expect(await among(dan, filter)).toEqual([anna, finn, cara])
    expect(await among(finn, filter)).toEqual([dan])
    expect(await among(cara, filter)).toEqual([ben, dan, liam])
    expect(await among(liam, filter)).toEqual([cara])
  }

  const byTime = (await list(anna, 'newest')).users
  expect(byTime.map(({ id }) => id)).toEqual([dan.id, ben.id])
  expect(byTime.every((card) => card.created_ts !== undefined)).toBe(true)

  await act(anna, 'unblock', ben)
  await app.admin.call('POST /api/admin/member', { id: dan.id, status: 3, reason: 'Spam' })
  expect(await among(anna, 'newest')).toEqual([ben])
  await act(anna, 'block', ben)
  for (const filter of ['recent', 'newest']) {
    expect(await among(anna, filter)).toEqual([])
    expect(await among(ben, filter)).toEqual([cara])
  }
})

test('[P1 §2] recent activity: the most recently active member comes first', async () => {
  const photos = 3
  const [anna, oscar, tom] = (await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos },
    { username: 'Oscar', gender: 'm', interested: 'w', photos },
    { username: 'Tom', gender: 'm', interested: 'w', photos },
  )) as [Person, Person, Person]
  const order = async () => (await idsIn(anna, 'recent')).filter((id) => id === oscar.id || id === tom.id)
  for (const [first, second] of [
    [oscar, tom],
    [tom, oscar],
  ] as const) {
    app.clock.advance(120)
    await first.call('GET /api/users')
    // Activity is written in batches, every few seconds.
    await expect.poll(order, { timeout: 10_000, interval: 250 }).toEqual([first.id, second.id])
  }
  const [top] = (await list(anna, 'recent')).users
  expect(top?.last_active_ts).toBeGreaterThanOrEqual(app.clock.now() - 60)
})

test('[D §4] any call by the member counts as activity, including messages, but not calls by an impersonating admin', async () => {
  const photos = 3
  const [anna, oscar, tom] = (await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos },
    { username: 'Oscar', gender: 'm', interested: 'w', photos },
    { username: 'Tom', gender: 'm', interested: 'w', photos },
  )) as [Person, Person, Person]
  const activeAt = async ({ id }: Person) =>
    (await list(anna, 'recent')).users.find((card) => card.id === id)?.last_active_ts
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: tom.id,
    reason: 'They asked for help',
  })
  const [own, inspecting] = [await oscar.socket(), await tom.elsewhere().socket({ token })]
  app.clock.advance(3600)
  const now = app.clock.now()
  await inspecting.emitWithAck('fetchMessages', { receiver_id: anna.id })
  await own.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Still here' })
  await expect.poll(() => activeAt(oscar), { timeout: 10_000, interval: 250 }).toBeGreaterThanOrEqual(now)
  expect(await activeAt(tom)).toBeLessThan(now)
})

test('[D §4] opening a list marks it as seen, and an entry in the same second is still new', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const counters = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 0 }
  const countersBecome = (expected: typeof counters) => expect.poll(() => countersOf(ben)).toEqual(expected)
  const cases = [
    ['likes-received', 'likes_received', (from: Person) => act(from, 'like', ben)],
    ['roses-received', 'roses_received', (from: Person) => act(from, 'rose', ben)],
    [
      'viewed-me',
      'viewed_me',
      (from: Person) => from.call('GET /api/view-profile', { url_hash: ben.url_hash }),
    ],
  ] as const
  for (const [filter, counter, send] of cases) {
    await send(anna)
    await countersBecome({ ...counters, [counter]: 1 })
    const before = seenEvents(ben)
    await list(ben, filter)
    expect(seenEvents(ben)).toBe(before + 1)
    await countersBecome(counters)
    // A process whose clock is behind: the entry is newer than the visit, but its timestamp is not.
    app.clock.advance(-2)
    await send(cara)
    app.clock.advance(2)
    await countersBecome({ ...counters, [counter]: 1 })
    await list(ben, filter)
    await countersBecome(counters)
  }
  const before = seenEvents(ben)
  await act(anna, 'fav', ben)
  for (const filter of ['recent', 'favorites', 'likes-sent', 'matched', 'viewed']) await list(ben, filter)
  expect(seenEvents(ben)).toBe(before)
})

test('[D §9] an admin who impersonates a member marks nothing as seen', async () => {
  const [anna, ben] = await couple()
  await act(anna, 'like', ben)
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: ben.id,
    reason: 'They asked for help',
  })
  const asBen = Object.assign(ben.elsewhere(), { token: session.token })
  expect(await idsIn(asBen, 'likes-received')).toEqual([anna.id])
  expect(seenEvents(ben)).toBe(0)
  expect(await countersOf(ben)).toMatchObject({ likes_received: 1 })
})

/** The counters that a new stream sends first. */
async function countersOf(person: Person) {
  const stream = await person.stream()
  const counters = await stream.next('connections')
  stream.close()
  return counters
}
