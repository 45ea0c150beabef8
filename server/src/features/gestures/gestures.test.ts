import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
const received: LiveEvent[] = []
const receivedBetween = (from: Person, to: Person) =>
  received.filter((event) => 'from' in event && event.from === from.id && event.to === to.id)

beforeAll(async () => {
  app = await openTestApp()
  app.server.services.bus.subscribe((event) => void received.push(event))
})
afterAll(() => app.close())

async function couple(): Promise<[Person, Person]> {
  const [anna, ben] = await app.members('Anna', 'Ben')
  return [anna as Person, ben as Person]
}
const act = (from: Person, action: string, to: Pick<Person, 'id'>) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
const namesIn = async (person: Person, filter: string) =>
  (await person.call('GET /api/users', { filter })).users.map((user) => user.id)

test('[P2 §4] a like is one-way and returns the new state', async () => {
  const [anna, ben] = await couple()
  const { status, body } = await act(anna, 'like', ben)
  expect(status).toBe(200)
  expect(body).toEqual({
    sent_like: true,
    matched: false,
    favourited: false,
    sent_roses: 0,
    last_rose: null,
    next_rose_ts: null,
    is_blocked: false,
    not_interested: false,
  })
  expect(await namesIn(anna, 'likes-sent')).toEqual([ben.id])
  expect(await namesIn(ben, 'likes-received')).toEqual([anna.id])
  expect(await namesIn(ben, 'likes-sent')).toEqual([])
  expect(receivedBetween(anna, ben)).toEqual([{ kind: 'like.sent', from: anna.id, to: ben.id }])
})

test('[P2 §4] a second like returns 200, changes nothing and publishes nothing', async () => {
  const [anna, ben] = await couple()
  const first = await act(anna, 'like', ben)
  const before = await relations(anna, ben)
  app.clock.advance(60)
  expect(await act(anna, 'like', ben)).toEqual(first)
  expect(await relations(anna, ben)).toEqual(before)
  expect(receivedBetween(anna, ben)).toHaveLength(1)
})

test('[P1 §2] likes in both directions are a match for both', async () => {
  const [anna, ben] = await couple()
  await act(anna, 'like', ben)
  const { body } = await act(ben, 'like', anna)
  expect(body).toMatchObject({ sent_like: true, matched: true })
  expect(await namesIn(anna, 'matched')).toEqual([ben.id])
  expect(await namesIn(ben, 'matched')).toEqual([anna.id])
})

test('[P2 §4] favourite and unfavourite toggle, and no other member is notified', async () => {
  const [anna, ben] = await couple()
  expect((await act(anna, 'fav', ben)).body).toMatchObject({ favourited: true })
  const before = await relations(anna, ben)
  app.clock.advance(60)
  expect((await act(anna, 'fav', ben)).body).toMatchObject({ favourited: true })
  expect(await relations(anna, ben)).toEqual(before)
  expect(await namesIn(anna, 'favorites')).toEqual([ben.id])
  expect(await namesIn(ben, 'favorites')).toEqual([])
  expect((await act(anna, 'unfav', ben)).body).toMatchObject({ favourited: false })
  expect((await act(anna, 'unfav', ben)).status).toBe(200)
  expect(await namesIn(anna, 'favorites')).toEqual([])
  expect(receivedBetween(anna, ben)).toEqual([])
})

test('[P2 §4] refuses a second rose within 24 hours and says how long is left', async () => {
  const [anna, ben] = await couple()
  const { body: first } = await act(anna, 'rose', ben)
  expect(first).toMatchObject({ sent_roses: 1, next_rose_ts: (first.last_rose ?? 0) + 86_400 })
  app.clock.advance(3600)
  const early = await act(anna, 'rose', ben)
  expect(early.status).toBe(400)
  expect(early.body.message).toMatch(/^(23 hours|22 hours 59 minutes) until you can send another surprise$/)
  expect(receivedBetween(anna, ben)).toEqual([{ kind: 'rose.sent', from: anna.id, to: ben.id }])

  app.clock.advance(86_400 - 3600)
  expect((await act(anna, 'rose', ben)).body).toMatchObject({ sent_roses: 2 })
  expect(receivedBetween(anna, ben)).toHaveLength(2)
})

test('[D §5] the wait after a rose applies only to that sender and receiver', async () => {
  const [anna, ben] = await couple()
  const [cara] = await app.members('Cara')
  await act(anna, 'rose', ben)
  expect((await act(anna, 'rose', cara as Person)).status).toBe(200)
  expect((await act(ben, 'rose', anna)).status).toBe(200)
  const [card] = (await ben.call('GET /api/users', { filter: 'roses-received' })).users
  expect(card).toMatchObject({ id: anna.id, received_roses: 1, sent_roses: 1 })
})

test('[D §5] acting on oneself is a 400', async () => {
  const [anna] = await couple()
  for (const action of ['like', 'fav', 'unfav', 'rose', 'block', 'unblock']) {
    const answer = await act(anna, action, anna)
    expect(answer).toEqual({ status: 400, body: problemBody('gesture.self') })
  }
})

test('[D §1] unknown, unfinished, suspended and blocking members all give the same 404', async () => {
  const [anna, ben] = await couple()
  const [finn, hugo] = await app.members({ username: 'Finn', active: false }, 'Hugo')
  await app.admin.call('POST /api/admin/member', { id: hugo?.id, status: 3, reason: 'Spam' })
  await act(ben, 'block', anna)
  for (const action of ['like', 'fav', 'unfav', 'rose', 'block', 'unblock']) {
    for (const nobody of [{ id: 999_999 }, finn as Person, hugo as Person, ben]) {
      const answer = await act(anna, action, nobody)
      expect(answer).toEqual({ status: 404, body: problemBody('no-user') })
    }
  }
  expect(received.filter((event) => 'from' in event && event.from === anna.id)).toEqual([])
})

test('[P2 §4] a block works both ways, and the blocked member is not notified', async () => {
  const [anna, ben] = await couple()
  await act(anna, 'like', ben)
  await act(ben, 'like', anna)
  await act(ben, 'rose', anna)
  await act(anna, 'fav', ben)
  const everyList = ['favorites', 'matched', 'likes-sent', 'likes-received', 'roses-sent', 'roses-received']
  const before = await Promise.all(
    [anna, ben].map((who) => Promise.all(everyList.map((f) => namesIn(who, f)))),
  )
  expect(before).toEqual([
    [[ben.id], [ben.id], [ben.id], [ben.id], [], [ben.id]],
    [[], [anna.id], [anna.id], [anna.id], [anna.id], []],
  ])

  expect((await act(anna, 'block', ben)).body).toMatchObject({ is_blocked: true })
  expect((await act(anna, 'block', ben)).body).toMatchObject({ is_blocked: true })
  for (const who of [anna, ben]) {
    for (const filter of everyList) expect(await namesIn(who, filter)).toEqual([])
  }
  expect((await act(anna, 'like', ben)).status).toBe(404)
  expect(receivedBetween(anna, ben).filter((event) => event.kind === 'block.changed')).toHaveLength(1)

  expect((await act(anna, 'unblock', ben)).body).toMatchObject({ is_blocked: false, matched: true })
  expect((await act(anna, 'unblock', ben)).status).toBe(200)
  const after = await Promise.all(
    [anna, ben].map((who) => Promise.all(everyList.map((f) => namesIn(who, f)))),
  )
  expect(after).toEqual(before)
  expect(receivedBetween(anna, ben).filter((event) => event.kind === 'block.changed')).toHaveLength(2)
})

test('[P2 §2] a blocked member who has left can still be unblocked', async () => {
  const [anna, ben] = await couple()
  await act(anna, 'block', ben)
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
  expect((await act(anna, 'unblock', ben)).body).toMatchObject({ is_blocked: false })
  expect((await act(anna, 'unblock', ben)).status).toBe(404)
})

test('[P1 §6] only active members can act, and only with known actions', async () => {
  const [anna, ben] = await couple()
  const [finn] = await app.members({ username: 'Finn', active: false })
  expect((await act(finn as Person, 'like', ben)).status).toBe(403)
  expect(
    (await anna.try('POST /api/user-action', { action: 'like', recipient_id: ben.id, token: 'x' })).status,
  ).toBe(401)
  expect(await act(anna, 'wink', ben)).toEqual({
    status: 400,
    body: problemBody('gesture.unknown'),
  })
  for (const recipient_id of [0, -1, 1.5, 'x', null, '1; drop table member']) {
    const { status, body } = await anna.try('POST /api/user-action', { action: 'like', recipient_id })
    expect(status).toBe(400)
    expect(body.message).toContain('recipient_id')
  }
})

async function relations(anna: Person, ben: Person) {
  const ids = [anna.id, ben.id]
  return app.db
    .selectFrom('relation')
    .where('me', 'in', ids)
    .where('other', 'in', ids)
    .orderBy('me')
    .selectAll()
    .execute()
}
