import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
const received: LiveEvent[] = []
const viewEvents = (from: Person, to: Person) =>
  received.filter((event) => event.kind === 'member.viewed' && event.from === from.id && event.to === to.id)
    .length

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.server.services.bus.subscribe((event) => void received.push(event))
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const view = (viewer: Person, { url_hash }: { url_hash: string }, more = {}) =>
  viewer.try('GET /api/view-profile', { url_hash, ...more })
const listed = async (person: Person, filter: string) =>
  (await person.call('GET /api/users', { filter })).users.map(({ id, viewed_ts }) => ({ id, viewed_ts }))
const idsIn = async (person: Person, filter: string) => (await listed(person, filter)).map(({ id }) => id)

test('[D §5] records one view per pair, with the latest time', async () => {
  const [anna, ben] = await couple()
  await view(anna, ben)
  const [first] = await listed(ben, 'viewed-me')
  app.clock.advance(100)
  await view(anna, ben)
  const again = await listed(ben, 'viewed-me')
  expect(again).toHaveLength(1)
  expect(again[0]?.viewed_ts).toBeGreaterThanOrEqual((first?.viewed_ts ?? 0) + 100)
  expect(await idsIn(anna, 'viewed')).toEqual([ben.id])
  expect(await idsIn(anna, 'viewed-me')).toEqual([])
  await expect.poll(() => viewEvents(anna, ben)).toBe(2)
})

test('records one view per visit; reloads within a day are not recorded', async () => {
  const [anna, ben] = await couple()
  const again = { again: '1' }
  // A first visit can't claim to be a reload.
  expect((await view(anna, ben, again)).status).toBe(200)
  const [first] = await listed(ben, 'viewed-me')
  expect(first?.id).toBe(anna.id)
  app.clock.advance(100)
  expect((await view(anna, ben, again)).body.user.id).toBe(ben.id)
  expect(await listed(ben, 'viewed-me')).toEqual([first])
  expect(viewEvents(anna, ben)).toBe(1)
  app.clock.advance(86_400)
  await view(anna, ben, again)
  expect((await listed(ben, 'viewed-me'))[0]?.viewed_ts).toBeGreaterThan(first?.viewed_ts ?? 0)
  await expect.poll(() => viewEvents(anna, ben)).toBe(2)
})

test('[P3 §10] reading a conversation next to the list is not a view, but only where there are messages', async () => {
  const [anna, ben] = await couple()
  const conversation = { conversation: '1' }
  await say(await ben.socket(), anna, 'Hello')
  const { user } = (await view(anna, ben, conversation)).body
  expect(user.username).toBe('Ben')
  expect(app.clock.now() - (user.last_active_ts ?? 0)).toBeLessThan(60)
  expect(await idsIn(ben, 'viewed-me')).toEqual([])
  expect(await idsIn(anna, 'viewed')).toEqual([])
  expect(viewEvents(anna, ben)).toBe(0)
  // The profile itself is still a view.
  await view(anna, ben)
  expect(await idsIn(ben, 'viewed-me')).toEqual([anna.id])

  const [cara] = (await app.members('Cara')) as [Person]
  await view(cara, ben, conversation)
  expect(await idsIn(ben, 'viewed-me')).toEqual([cara.id, anna.id])
})

test('[P2 §6] a stealth view shows in By Me and never in the other’s Viewed Me, not even later', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  const stealth = (value: boolean) =>
    anna.call('POST /api/settings-auto-save', { key: 'stealth_mode', value })
  await stealth(true)
  expect((await view(anna, ben)).body.stealth).toBe(true)
  expect(await idsIn(anna, 'viewed')).toEqual([ben.id])
  expect(await idsIn(ben, 'viewed-me')).toEqual([])
  await stealth(false)
  expect(await idsIn(ben, 'viewed-me')).toEqual([])
  expect(viewEvents(anna, ben)).toBe(0)

  expect((await view(anna, ben)).body.stealth).toBe(false)
  const [open] = await listed(ben, 'viewed-me')
  expect(open?.id).toBe(anna.id)
  await stealth(true)
  app.clock.advance(100)
  await view(anna, ben)
  expect(await listed(ben, 'viewed-me')).toEqual([open])

  await app.admin.call('POST /api/admin/member', { id: anna.id, premium: false })
  expect((await view(anna, ben)).body.stealth).toBe(false)
  await expect.poll(() => viewEvents(anna, ben)).toBe(2)
})

test('[D §9] an impersonator leaves no view; va=1 alone changes nothing', async () => {
  const [anna, ben] = await couple()
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const asAnna = Object.assign(anna.elsewhere(), { token: session.token })
  expect((await view(asAnna, ben, { va: 1 })).status).toBe(200)
  expect(await idsIn(ben, 'viewed-me')).toEqual([])
  expect(await idsIn(anna, 'viewed')).toEqual([])
  expect(viewEvents(anna, ben)).toBe(0)
  for (const action of ['like', 'rose']) {
    const answer = await asAnna.try('POST /api/user-action', { action, recipient_id: ben.id, va: 1 })
    expect(answer).toEqual({ status: 403, body: problemBody('access.impersonating') })
  }

  await view(anna, ben, { va: 1 })
  expect(await idsIn(ben, 'viewed-me')).toEqual([anna.id])
})

test('[P2 §2] shows a member’s own profile without recording a view', async () => {
  const [anna] = await couple()
  const { status, body } = await view(anna, anna)
  expect(status).toBe(200)
  expect(body.user.id).toBe(anna.id)
  expect(await idsIn(anna, 'viewed-me')).toEqual([])
  expect(viewEvents(anna, anna)).toBe(0)
})
