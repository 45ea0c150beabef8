import { setTimeout as sleep } from 'node:timers/promises'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { TestStream } from '@rosella/testkit/test-stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const act = (who: Person, action: string, to: Person) =>
  who.call('POST /api/user-action', { action, recipient_id: to.id })
const nothing = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 0 }

/** Opens a stream and consumes its first events. */
async function watch(who: Person): Promise<TestStream> {
  const stream = await who.stream()
  await stream.next('settings')
  await stream.next('connections')
  await stream.next('online')
  return stream
}

test('[P1 §7] the stream opens with settings, connections and online', async () => {
  const [anna, ben] = await couple()
  await act(ben, 'like', anna)
  const stream = await anna.stream()
  expect(await stream.next('settings')).toEqual({ notification_show_interval: 6, notifications_gap: 2 })
  expect(await stream.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  expect(await stream.next('online')).toBe('')
  expect(stream.waiting('admin')).toEqual([])
})

test('[P1 §3] like, rose and message events have from, photo and url_hash; every tab gets new counters', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const [ben] = (await app.members({ username: 'Ben', photos: 1 })) as [Person]
  const tabs = [await watch(anna), await watch(anna)]
  const bens = await watch(ben)
  const photo = await app.db
    .selectFrom('member')
    .where('id', '=', ben.id)
    .select('photo')
    .executeTakeFirstOrThrow()
  const ofBen = { from: 'Ben', photo: photo.photo, url_hash: ben.url_hash }
  expect(ofBen.photo).toMatch(/.{22}/)
  await act(ben, 'like', anna)
  await act(ben, 'rose', anna)
  await (await ben.socket()).emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Hello' })
  for (const tab of tabs) {
    expect(await tab.next('like')).toEqual(ofBen)
    expect(await tab.next('rose')).toEqual(ofBen)
    expect(await tab.next('message')).toEqual(ofBen)
    const sent = [await tab.next('connections')]
    while (sent.at(-1)?.roses_received === 0) sent.push(await tab.next('connections'))
    expect(sent.at(-1)).toEqual({ viewed_me: 0, likes_received: 1, roses_received: 1, unread: 0 })
  }
  // [P3 §9] A like back is announced as a match.
  await act(anna, 'like', ben)
  expect(await bens.next('like')).toMatchObject({ from: 'Anna', matched: true })
})

test('[D §4] a view is counted, and opening the list sends new counters', async () => {
  const [anna, ben] = await couple()
  const tab = await watch(anna)
  await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  expect(await tab.next('connections')).toEqual({ ...nothing, viewed_me: 1 })
  await anna.call('GET /api/users', { filter: 'viewed-me' })
  expect(await tab.next('connections')).toEqual(nothing)
  // Counts as new even in the second in which the list was opened.
  await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  expect(await tab.next('connections')).toEqual({ ...nothing, viewed_me: 1 })
})

test('[D §5] a view in stealth mode sends no event', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const [ben] = (await app.members({ username: 'Ben', premium: true })) as [Person]
  await ben.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  const tab = await watch(anna)
  await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await act(ben, 'like', anna)
  await tab.next('like')
  expect(await tab.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  expect(tab.waiting('connections')).toEqual([])
})

test('[D §4] a blocked pair shares no counters, events or online lists', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  await act(ben, 'like', anna)
  const bens = await watch(ben)
  const tab = await anna.stream()
  expect((await tab.next('online')).split(',')).toContain(String(ben.id))
  expect(await tab.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  await act(anna, 'block', ben)
  expect(await tab.next('connections')).toEqual(nothing)
  expect((await ben.try('POST /api/user-action', { action: 'rose', recipient_id: anna.id })).status).toBe(404)
  const again = await anna.stream()
  expect((await again.next('online')).split(',')).not.toContain(String(ben.id))
  // The blocked member gets no hint: their next event is about Cara.
  await act(cara, 'like', ben)
  expect(await bens.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  expect((await bens.next('like')).from).toBe('Cara')
  expect(bens.waiting('connections')).toEqual([])
})

test('[D §10] counters leave out inactive members', async () => {
  const [anna, ben] = await couple()
  await act(ben, 'like', anna)
  const tab = await anna.stream()
  expect(await tab.next('connections')).toEqual({ ...nothing, likes_received: 1 })
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 3, reason: 'A test' })
  expect(await tab.next('connections')).toEqual(nothing)
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
  expect(await tab.next('connections')).toEqual({ ...nothing, likes_received: 1 })
})

test('[D §10] a member gets at most one tip in 10 minutes, over all tabs', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const first = await watch(anna)
  expect((await first.next('tip')).tip).toMatch(/.{10}/)
  const second = await watch(anna)
  await sleep(500)
  expect([...first.waiting('tip'), ...second.waiting('tip')]).toEqual([])
})

test('[D §9] only the owner is notified of a decided photo', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const [hers, his] = [await watch(anna), await watch(ben)]
  const photo = await anna.upload(await testPhoto(4712))
  await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  expect(await hers.next('photos')).toEqual({ decided: [photo] })
  expect(his.waiting('photos')).toEqual([])
})

test('[D §9] staff get the queue counts immediately and on change, but not while acting as a member', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const desk = await app.admin.stream()
  const before = await desk.next('admin')
  await anna.upload(await testPhoto(4711))
  expect(await desk.next('admin')).toEqual({ ...before, photos: before.photos + 1 })
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const impersonated = Object.assign(anna.elsewhere(), { token })
  const stream = await watch(impersonated)
  expect(stream.waiting('admin')).toEqual([])
  expect(stream.waiting('tip')).toEqual([])
  // Acting as the member does not make them online either.
  const [ben] = (await app.members('Ben')) as [Person]
  expect((await (await ben.stream()).next('online')).split(',')).not.toContain(String(anna.id))
  impersonated.disconnect()
})

test('[D §9] an admin’s stream while impersonating does not use up a request to verify', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await say(await ben.socket(), anna, 'Hello')
  await say(await anna.socket(), ben, 'Hi')
  anna.disconnect()
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const impersonated = Object.assign(anna.elsewhere(), { token })
  const theirs = await watch(impersonated)
  await ben.call('POST /api/ask-to-verify', { recipient_id: anna.id })
  // A later event shows that the request has been handled.
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  await theirs.next('like')
  expect(theirs.waiting('verify')).toEqual([])
  expect(await (await anna.stream()).next('verify')).toMatchObject({ from: 'Ben' })
  impersonated.disconnect()
})

test('[P3 §9] a hidden tab gets only the counters, and does not make the member online', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await say(await ben.socket(), anna, 'Hello')
  await say(await anna.socket(), ben, 'Hi')
  anna.disconnect()
  const hidden = await anna.stream({ background: 1 })
  expect((await hidden.next('connections')).unread).toBe(1)
  expect((await (await ben.stream()).next('online')).split(',')).not.toContain(String(anna.id))
  expect((await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })).user.online).toBe(false)
  await hidden.next('connections')
  await ben.call('POST /api/ask-to-verify', { recipient_id: anna.id })
  await act(ben, 'like', anna)
  expect((await hidden.next('connections')).likes_received).toBe(1)
  const kinds = hidden.everything().map(({ event }) => event)
  expect(kinds.filter((kind) => kind !== 'heartbeat' && kind !== 'connections')).toEqual([])
  // The request to verify waits until the member looks.
  expect(await (await anna.stream()).next('verify')).toMatchObject({ from: 'Ben' })
})

test('[P1 §4] the stream ends with its session', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const stream = await watch(anna)
  await anna.call('POST /api/logout')
  await stream.closed
})

test('a query that fails for one member closes only that member’s stream', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  const [hers, ...others] = [await watch(anna), await watch(ben), await watch(cara)] as const
  const { db, bus } = app.server.services
  const ask = db.executeQuery.bind(db)
  const broken = vi.spyOn(db, 'executeQuery').mockImplementation((query) => {
    const { parameters } = query as { parameters: readonly unknown[] }
    const isAboutAnna = parameters.some((value) => Array.isArray(value) && value.includes(anna.id))
    return isAboutAnna ? Promise.reject(new Error('a broken row')) : ask(query as never)
  })
  try {
    await bus.publish([
      { kind: 'like.sent', from: ben.id, to: anna.id },
      { kind: 'like.sent', from: ben.id, to: cara.id },
      { kind: 'settings.changed' },
    ])
    await hers.closed
    for (const stream of others) expect(await stream.next('settings')).toBeDefined()
    const ended = await Promise.race([...others.map(({ closed }) => closed.then(() => true)), sleep(500)])
    expect(ended).toBeUndefined()
  } finally {
    broken.mockRestore()
  }
})
