import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const pause = (person: Person, value: number) =>
  person.call('POST /api/settings-auto-save', { key: 'paused', value })
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const view = async (from: Person, to: Person) =>
  (await from.try('GET /api/view-profile', { url_hash: to.url_hash })).status
const couple = async () =>
  (await app.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 3 })) as [Person, Person]

test('[P3 §5] pausing is free, has no waiting time, and is visible only to the member', async () => {
  const [anna, ben] = await couple()
  expect((await anna.call('GET /api/user')).paused).toBe(false)
  for (const value of [1, 0, 1]) {
    await pause(anna, value)
    expect((await anna.call('GET /api/user-settings')).u.paused).toBe(value === 1)
    expect((await anna.call('GET /api/user')).paused).toBe(value === 1)
  }
  const { email, password } = anna
  expect((await anna.call('POST /api/login', { email, password })).paused).toBe(true)
  await act(ben, 'like', anna).catch(() => {})
  await say(await anna.socket(), ben, 'Hello')
  const seen = await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  expect(JSON.stringify(seen)).not.toContain('paused')
})

test('[P3 §5] hides from Browse, Search and saved searches until Resume', async () => {
  const [anna, ben] = await couple()
  const shown = async () => {
    const [recent, newest, search] = [
      await ben.call('GET /api/users', { filter: 'recent' }),
      await ben.call('GET /api/users', { filter: 'newest' }),
      await ben.call('GET /api/search'),
    ]
    return [recent, newest, search].map(({ users }) => users.some(({ id }) => id === anna.id))
  }
  expect(await shown()).toEqual([true, true, true])
  await act(ben, 'like', anna)
  await pause(anna, 1)
  expect(await shown()).toEqual([false, false, false])
  // She still sees everyone.
  expect((await anna.call('GET /api/search')).users.map(({ id }) => id)).toContain(ben.id)
  await pause(anna, 0)
  expect(await shown()).toEqual([true, true, true])
})

test('[P3 §5] people with a like, a rose, a favourite or a message in common still see the profile and can write', async () => {
  const [anna] = await couple()
  const knowing: Record<string, (other: Person) => Promise<unknown>> = {
    'liked her': (other) => act(other, 'like', anna),
    'was liked': (other) => act(anna, 'like', other),
    'sent a rose': (other) => act(other, 'rose', anna),
    'got a rose': (other) => act(anna, 'rose', other),
    'keeps her': (other) => act(other, 'fav', anna),
    wrote: async (other) => say(await other.socket(), anna, 'Hello'),
    'was written to': async (other) => say(await anna.socket(), other, 'Hello'),
  }
  const others = await app.members(...Object.keys(knowing).map(() => 'Ben'))
  for (const [n, meet] of Object.values(knowing).entries()) await meet(others[n] as Person)
  const [stranger, viewer, kept] = (await app.members('Dan', 'Tom', 'Will')) as [Person, Person, Person]
  await view(viewer, anna)
  await view(anna, viewer)
  // Someone else's favourite is secret, so it opens nothing.
  await act(anna, 'fav', kept)
  await pause(anna, 1)
  for (const [n, how] of Object.keys(knowing).entries()) {
    const other = others[n] as Person
    expect(await view(other, anna), how).toBe(200)
    expect(await say(await other.socket(), anna, 'Still here'), how).toBeGreaterThan(0)
  }
  for (const other of [stranger, viewer, kept]) {
    expect(await other.try('GET /api/view-profile', { url_hash: anna.url_hash })).toMatchObject({
      status: 404,
      body: problemBody('no-user'),
    })
    const socket = await other.socket()
    const answer = await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Hi' })
    expect(answer).toEqual({ ok: false, ...problemBody('no-user') })
    expect((await other.try('POST /api/user-action', { action: 'like', recipient_id: anna.id })).status).toBe(
      404,
    )
  }
  for (const filter of ['viewed', 'viewed-me'])
    expect((await viewer.call('GET /api/users', { filter })).users).toEqual([])
  // She can see her own profile.
  expect(await view(anna, anna)).toBe(200)
})
