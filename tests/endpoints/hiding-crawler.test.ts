import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { act, crawl, finish, openCrawler, reads, startOver, surfaces, view, write } from './crawler'

/**
 * The same check as for blocks for other ways to hide: members with an address on "people I know", and strangers of a
 * paused member, find nothing anywhere; a member who is of no interest to somebody notices nothing.
 */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  // Ids that cannot be mistaken for counts, ages or hours.
  await sql`select setval(pg_get_serial_sequence('member', 'id'), 7530000)`.execute(app.db)
})
afterAll(() => app.close())

/** Except for the third member's message. */
const NOTHING = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 1 }
const photosOf = async (person: Person) =>
  (await person.call('GET /api/photos')).map(({ filename }) => filename)
const trio = async (...names: [string, string]) =>
  (await app.members(...names.map((username) => ({ username, photos: 3, premium: true })), 'Cara')) as [
    Person,
    Person,
    Person,
  ]
const sendTo = (walker: Awaited<ReturnType<typeof openCrawler>>) =>
  walker.sockets[0]?.emitWithAck('sendMessage', { receiver_id: walker.other.id, message: 'Hello?' })
const steady = (found: Iterable<string>) =>
  [...found].filter((surface) => !/^(socket|stream)/.test(surface)).sort()

test('[P3 §5] owners of an address on “people I know” never see the member, who still sees them', async () => {
  const [anna, hider, third] = await trio('Quirina', 'Zebedee')
  const messages = [await write(anna, hider), await write(hider, anna)]
  for (const [from, to] of [
    [anna, hider],
    [hider, anna],
  ] as const) {
    await act(from, to, 'like', 'rose', 'fav')
    await view(from, to)
  }
  const photos = await photosOf(hider)
  const before = await openCrawler(anna, hider, photos)
  await crawl(before, reads, [])
  const everywhere = steady(before.found)
  expect(everywhere.length).toBeGreaterThan(9)
  const seen = await openCrawler(hider, anna, await photosOf(anna))
  await crawl(seen, reads, [])
  const seenBefore = steady(await finish(seen, third))

  await hider.call('POST /api/people-i-know', { addresses: [anna.email] })
  await startOver(before, third)
  const after = await openCrawler(anna, hider, photos)
  expect(after.counters).toEqual(NOTHING)
  // Even after the member acts on them.
  app.clock.advance(86_400)
  messages.push(await write(hider, anna))
  await act(hider, anna, 'rose', 'unfav', 'fav')
  await view(hider, anna)
  for (const walker of [before, after]) {
    await crawl(walker, Object.keys(surfaces), messages)
    walker.look('socket answer', await sendTo(walker))
  }
  after.stream.close()
  expect([...after.found]).toEqual([])
  expect(await finish(before, third)).toEqual([])

  const still = await openCrawler(hider, anna, await photosOf(anna))
  await crawl(still, reads, [])
  expect(steady(await finish(still, third))).toEqual(seenBefore)

  await hider.call('POST /api/people-i-know-clear')
  const again = await openCrawler(anna, hider, photos)
  await crawl(again, reads, [])
  expect(steady(await finish(again, third))).toEqual(everywhere)
})

test('[P3 §5] a paused member is invisible to everyone without contact, even after views', async () => {
  const [anna, paused, third] = await trio('Xanthippe', 'Wolfram')
  await view(anna, paused)
  await view(paused, anna)
  const photos = await photosOf(paused)
  const before = await openCrawler(anna, paused, photos)
  await crawl(before, reads, [])
  const everywhere = steady(before.found)
  expect(everywhere.length).toBeGreaterThan(5)

  const presence = await paused.stream()
  await paused.call('POST /api/settings-auto-save', { key: 'paused', value: 1 })
  await startOver(before, third)
  const after = await openCrawler(anna, paused, photos)
  expect(after.counters).toEqual(NOTHING)
  await view(paused, anna)
  for (const walker of [before, after]) {
    await crawl(walker, Object.keys(surfaces), [])
    walker.look('socket answer', await sendTo(walker))
  }
  after.stream.close()
  expect([...after.found]).toEqual([])
  expect(await finish(before, third)).toEqual([])
  presence.close()

  await paused.call('POST /api/settings-auto-save', { key: 'paused', value: 0 })
  const again = await openCrawler(anna, paused, photos)
  await crawl(again, reads, [])
  expect(steady(await finish(again, third))).toEqual(everywhere)
})

test('[P3 §5] losing interest hides the other from Browse and Search, and the other notices nothing', async () => {
  const [ender, other, third] = await trio('Yolandia', 'Vladimir')
  await act(other, ender, 'like', 'fav')
  await view(ender, other)
  await view(other, ender)
  const [photos, own] = [await photosOf(other), await photosOf(ender)]
  const answersOf = async () => {
    const walker = await openCrawler(other, ender, own)
    await crawl(walker, reads, [])
    return finish(walker, third)
  }
  const noticed = await answersOf()
  const counters = (await openCrawler(other, ender, own)).counters
  const open = await openCrawler(other, ender, own)
  await startOver(open, third)
  await act(ender, other, 'not-interested')
  expect(await finish(open, third)).toEqual([])
  expect(await answersOf()).toEqual(noticed)
  expect((await openCrawler(other, ender, own)).counters).toEqual(counters)

  const walker = await openCrawler(ender, other, photos)
  await crawl(walker, reads, [])
  // Existing relations stay visible.
  expect(steady(await finish(walker, third))).toEqual([
    'GET /api/my-data',
    'GET /api/not-interested',
    'GET /api/users likes-received',
    'GET /api/users viewed',
    'GET /api/users viewed-me',
    'GET /api/view-profile',
  ])
})
