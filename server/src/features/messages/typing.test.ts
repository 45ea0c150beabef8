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

/** Two who have written to each other. */
async function couple(): Promise<[Person, Person]> {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  await say(await anna.socket(), ben, 'Hello')
  await say(await ben.socket(), anna, 'Hello you')
  return [anna, ben]
}

/** Types once, as if the last time had been long ago, and answers whether the other heard of it. */
async function isTold(from: Person, to: Person, news: Received): Promise<boolean> {
  await app.server.services.rateLimits.forget(`typing ${from.id} ${to.id}`)
  const socket = await from.socket()
  expect(await socket.emitWithAck('typing', { receiver_id: to.id })).toEqual({ ok: true })
  // By the same way, and later.
  await app.server.services.bus.publish([{ kind: 'message.removed', id: 7, by: to.id }])
  await news.next('deleted')
  const heard = news.names().includes('typing')
  if (heard) expect(await news.next('typing')).toEqual([from.id])
  return heard
}

test('[P3 §10] typing is told on every process, at most every 3 seconds, to whom it concerns, and is stored nowhere', async () => {
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

test('[P3 §10] nothing is told in stealth mode, across a block, of the paused, or where one of the two may not write', async () => {
  const [anna, ben] = await couple()
  const news = received(await ben.socket())
  expect(await isTold(anna, ben, news)).toBe(true)
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
    expect([why, await isTold(anna, ben, news)]).toEqual([why, false])
    await end()
    expect([why, await isTold(anna, ben, news)]).toEqual([why, true])
  }

  // Cara has not been written to, and Ben takes messages from verified members: she may not write, so nobody is told.
  const [cara] = (await app.members('Cara')) as [Person]
  expect(await isTold(cara, ben, news)).toBe(true)
  await ben.call('POST /api/preferences', { contact: 'verified' })
  expect(await isTold(cara, ben, news)).toBe(false)
  expect(await isTold(anna, ben, news)).toBe(true)
})
