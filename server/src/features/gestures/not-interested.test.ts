import type { Person } from '@rosella/testkit/person'
import { received } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const couple = async () =>
  (await app.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 3 })) as [Person, Person]
const act = (from: Person, action: string, to: Person) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
async function send(from: Person, to: Person) {
  const socket = await from.socket()
  const answer = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message: 'Hello' })
  socket.disconnect()
  return answer
}
const profile = async (from: Person, to: Person) =>
  (await from.call('GET /api/view-profile', { url_hash: to.url_hash })).user
const CLOSED = "This member isn't accepting new messages."
const ENDED = 'Anna ended this conversation.'

async function refusals(from: Person, to: Person) {
  const answers = [await act(from, 'like', to), await act(from, 'rose', to)]
  return [...answers.map(({ status, body }) => [status, body.message]), [(await send(from, to)).message]]
}

/** The lists in which the viewer finds the other member. */
async function listsWith(viewer: Person, other: Person): Promise<string[]> {
  const named = async (name: string, answer: Promise<{ users: { id: number }[] }>) =>
    (await answer).users.some(({ id }) => id === other.id) ? [name] : []
  return (
    await Promise.all([
      named('recent', viewer.call('GET /api/users', { filter: 'recent' })),
      named('newest', viewer.call('GET /api/users', { filter: 'newest' })),
      named('search', viewer.call('GET /api/search')),
      named('likes', viewer.call('GET /api/users', { filter: 'likes-received' })),
    ])
  ).flat()
}

test('[P3 §5] without messages, the other member only notices that messages, likes and roses are refused', async () => {
  const [anna, ben] = await couple()
  await act(ben, 'like', anna)
  const before = await profile(ben, anna)
  const heard = received(await ben.socket())
  const { body } = await act(anna, 'not-interested', ben)
  expect(body).toMatchObject({ not_interested: true, is_blocked: false })
  expect(await listsWith(anna, ben)).toEqual(['likes'])
  expect(await listsWith(ben, anna)).toEqual(['recent', 'newest', 'search'])
  expect(await profile(ben, anna)).toEqual(before)
  expect(await refusals(ben, anna)).toEqual([[403, CLOSED], [403, CLOSED], [CLOSED]])
  // Favourites are private, so they stay possible.
  expect((await act(ben, 'fav', anna)).status).toBe(200)
  expect(heard.names()).toEqual([])
  // A member who is not interested has to undo that before they can write.
  expect((await profile(anna, ben)).contact_note).toBe(ENDED)
  expect(await refusals(anna, ben)).toEqual([[403, ENDED], [403, ENDED], [ENDED]])
})

test('[P3 §5] after messages, both see who ended the conversation, and neither can write, like or send a rose', async () => {
  const [anna, ben] = await couple()
  await send(ben, anna)
  const heard = received(await ben.socket())
  await act(anna, 'not-interested', ben)
  await heard.next('refetch')
  for (const [from, to] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    expect(await profile(from, to)).toMatchObject({ may_write: false, contact_note: ENDED })
    expect(await refusals(from, to)).toEqual([[403, ENDED], [403, ENDED], [ENDED]])
    expect((await from.call('GET /api/messages')).u.map(({ id }) => id)).toEqual([to.id])
  }
  expect([(await profile(anna, ben)).not_interested, (await profile(ben, anna)).not_interested]).toEqual([
    true,
    false,
  ])
})

test('[P3 §5] is listed, and undoing it restores everything', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  await send(ben, anna)
  await act(anna, 'not-interested', ben)
  app.clock.advance(10)
  await act(anna, 'not-interested', cara)
  const { items } = await anna.call('GET /api/not-interested')
  expect(items).toMatchObject([
    { id: cara.id, username: 'Cara' },
    { id: ben.id, username: 'Ben' },
  ])
  const [after = 0, before = 0] = items.map(({ ts }) => ts)
  // The second may have changed between the calls.
  expect([10, 11, 12]).toContain(after - before)
  expect((await ben.call('GET /api/not-interested')).items).toEqual([])
  expect((await act(anna, 'interested-again', ben)).body).toMatchObject({ not_interested: false })
  expect(await listsWith(anna, ben)).toEqual(['recent', 'newest', 'search'])
  expect(await send(ben, anna)).toMatchObject({ ok: true })
  expect((await act(ben, 'like', anna)).status).toBe(200)
  expect((await anna.call('GET /api/not-interested')).items.map(({ id }) => id)).toEqual([cara.id])
})

test('when both have ended it and one undoes it, the other’s ending remains', async () => {
  const [anna, ben] = await couple()
  await send(ben, anna)
  await act(anna, 'not-interested', ben)
  await act(ben, 'not-interested', anna)
  await act(anna, 'interested-again', ben)
  expect((await profile(anna, ben)).contact_note).toBe('Ben ended this conversation.')
  await act(ben, 'interested-again', anna)
  expect(await send(anna, ben)).toMatchObject({ ok: true })
})

test('the list leaves out members who are hidden at the moment', async () => {
  const [anna, ben] = await couple()
  await act(anna, 'not-interested', ben)
  await act(ben, 'block', anna)
  expect((await anna.call('GET /api/not-interested')).items).toEqual([])
  expect((await act(anna, 'interested-again', ben)).status).toBe(404)
})
