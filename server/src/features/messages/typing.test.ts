import type { Person } from '@rosella/testkit/person'
import { type Received, received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await second?.close()
  await app.close()
})

/** Two members who have written to each other. */
async function couple(): Promise<[Person, Person]> {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  await say(await anna.socket(), ben, 'Hello')
  await say(await ben.socket(), anna, 'Hello you')
  return [anna, ben]
}

/** Types once, with the rate limit reset, and returns whether the other member received the event. */
async function isReceived(from: Person, to: Person, news: Received): Promise<boolean> {
  await app.server.services.rateLimits.forget(`typing ${from.id} ${to.id}`)
  const socket = await from.socket()
  expect(await socket.emitWithAck('typing', { receiver_id: to.id })).toEqual({ ok: true })
  // A later event on the same path: `typing` would have arrived before it.
  await app.server.services.bus.publish([{ kind: 'message.removed', id: 7, by: to.id }])
  await news.next('deleted')
  const isThere = news.names().includes('typing')
  if (isThere) expect(await news.next('typing')).toEqual([from.id])
  return isThere
}

test('[P3 §10] typing reaches the partner on every process, at most every 3 seconds, and is not stored', async () => {
  const [anna, ben] = await couple()
  const there = ben.elsewhere(second.url)
  const [list, chat] = [
    received(await there.socket()),
    received(await there.socket({ receiver_id: anna.id })),
  ]
  const elsewhere = received(await there.socket({ receiver_id: app.admin.id }))
  const own = received(await anna.socket())
  const socket = await anna.socket()
  for (let n = 0; n < 5; n++)
    expect(await socket.emitWithAck('typing', { receiver_id: ben.id })).toEqual({ ok: true })
  for (const news of [list, chat]) expect(await news.next('typing')).toEqual([anna.id])
  await say(socket, ben, 'Done')
  await chat.next('receiveMessage')
  await list.next('newMessages')
  expect([list, chat, own].flatMap((news) => news.names())).not.toContain('typing')
  expect(elsewhere.names()).not.toContain('typing')
  there.disconnect()
})

test('[P3 §10] typing is not sent in stealth mode, across a block, while paused, or if one of the two may not write', async () => {
  const [anna, ben] = await couple()
  const news = received(await ben.socket())
  expect(await isReceived(anna, ben, news)).toBe(true)
  const act = (person: Person, action: 'block' | 'unblock' | 'not-interested' | 'interested-again') =>
    person.call('POST /api/user-action', { action, recipient_id: (person === anna ? ben : anna).id })
  const set = (person: Person, key: 'stealth_mode' | 'paused', value: boolean) =>
    person.call('POST /api/settings-auto-save', { key, value })
  const steps: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['stealth', () => set(anna, 'stealth_mode', true), () => set(anna, 'stealth_mode', false)],
    ['a block', () => act(ben, 'block'), () => act(ben, 'unblock')],
    ['an own block', () => act(anna, 'block'), () => act(anna, 'unblock')],
    ['an ended conversation', () => act(ben, 'not-interested'), () => act(ben, 'interested-again')],
    ['paused', () => set(anna, 'paused', true), () => set(anna, 'paused', false)],
    ['the other paused', () => set(ben, 'paused', true), () => set(ben, 'paused', false)],
  ]
  for (const [why, begin, end] of steps) {
    await begin()
    expect([why, await isReceived(anna, ben, news)]).toEqual([why, false])
    await end()
    expect([why, await isReceived(anna, ben, news)]).toEqual([why, true])
  }

  // Ben has not written to Cara and now only accepts messages from verified members, so she may not write.
  const [cara] = (await app.members('Cara')) as [Person]
  expect(await isReceived(cara, ben, news)).toBe(true)
  await ben.call('POST /api/preferences', { contact: 'verified' })
  expect(await isReceived(cara, ben, news)).toBe(false)
  expect(await isReceived(anna, ben, news)).toBe(true)
})
