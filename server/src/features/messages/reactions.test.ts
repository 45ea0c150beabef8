import { reactions } from '@rosella/contract/messages/rules'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** On real PostgreSQL and Redis, with a second process of the same site. */
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

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const unknown = { ok: false, ...problemBody('message.unknown') }
const reactionsIn = async (person: Person) =>
  (await person.call('GET /api/messages')).m.map((message) => message.reactions)

test('[P3 §10] one reaction per message and member, sent live to both members on every device and process', async () => {
  const [anna, ben] = await couple()
  const [a, b] = [await anna.socket(), await ben.elsewhere(second.url).socket({ receiver_id: anna.id })]
  const id = await say(a, ben, 'Hello')
  const [annas, bens, annasOther] = [received(a), received(b), received(await anna.socket())]
  expect(await reactionsIn(anna)).toEqual([undefined])

  expect(await b.emitWithAck('react', { id, emoji: '❤️' })).toEqual({ ok: true, id })
  const hers = { id, reactions: [{ by: ben.id, emoji: '❤️' }] }
  for (const news of [annas, bens, annasOther]) expect(await news.next('reacted')).toEqual([hers])
  await a.emitWithAck('react', { id, emoji: '😂' })
  await b.emitWithAck('react', { id, emoji: '🔥' })
  const both = [
    { by: anna.id, emoji: '😂' },
    { by: ben.id, emoji: '🔥' },
  ]
  expect(await reactionsIn(anna)).toEqual([both])
  await annas.next('reacted')
  expect(await annas.next('reacted')).toEqual([{ id, reactions: both }])
  await b.emitWithAck('fetchMessages', { receiver_id: anna.id })
  expect((await bens.next('messageHistory'))[0].map((message) => message.reactions)).toEqual([both])

  // Repeating it sends no event; null removes it.
  await b.emitWithAck('react', { id, emoji: '🔥' })
  await b.emitWithAck('react', { id, emoji: null })
  expect(await annas.next('reacted')).toEqual([{ id, reactions: [{ by: anna.id, emoji: '😂' }] }])
  await a.emitWithAck('react', { id, emoji: null })
  expect(await annas.next('reacted')).toEqual([{ id, reactions: [] }])
  expect(await reactionsIn(ben)).toEqual([undefined])
  expect(annas.names()).toEqual([])
})

test('[P3 §10] only members who still see a message can react to it; reactions are deleted with it', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const [a, b, c] = [await anna.socket(), await ben.socket(), await cara.socket()]
  const bens = received(b)
  const [gone, kept] = [await say(a, ben, 'Gone'), await say(a, ben, 'Kept')]
  expect(await c.emitWithAck('react', { id: kept, emoji: '👍' })).toEqual(unknown)
  await b.emitWithAck('react', { id: kept, emoji: '👍' })

  // He removed the message for himself, so he cannot change his reaction, but she still sees it.
  await b.emitWithAck('delete', kept)
  expect(await b.emitWithAck('react', { id: kept, emoji: '🔥' })).toEqual(unknown)
  for (const name of [
    'receiveMessage',
    'newMessages',
    'receiveMessage',
    'newMessages',
    'reacted',
    'deleted',
  ] as const)
    await bens.next(name)
  expect((await a.emitWithAck('react', { id: kept, emoji: '😮' })).ok).toBe(true)
  expect(await reactionsIn(anna)).toContainEqual([
    { by: anna.id, emoji: '😮' },
    { by: ben.id, emoji: '👍' },
  ])
  await a.emitWithAck('delete', gone)
  expect(await b.emitWithAck('react', { id: gone, emoji: '🔥' })).toEqual(unknown)
  expect(await a.emitWithAck('react', { id: gone, emoji: null })).toEqual(unknown)
  await bens.next('deleted')
  expect(bens.names()).toEqual([])
})

test('[P3 §10] refuses reactions across a block, in an ended conversation and by an impersonating admin; removing one works', async () => {
  const [anna, ben] = await couple()
  const [a, b] = [await anna.socket(), await ben.socket()]
  const id = await say(a, ben, 'Hello')
  await say(b, anna, 'Hello you')
  await a.emitWithAck('react', { id, emoji: '😢' })
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: ben.id,
    reason: 'To see what they see',
  })
  const acting = Object.assign(ben.elsewhere(), { token: session.token })
  for (const [event, frame] of [
    ['react', { id, emoji: '👍' }],
    ['typing', { receiver_id: anna.id }],
  ] as const) {
    const socket = (await acting.socket()) as unknown as { emitWithAck(...args: unknown[]): Promise<unknown> }
    expect(await socket.emitWithAck(event, frame)).toEqual({
      ok: false,
      ...problemBody('access.impersonating'),
    })
  }
  acting.disconnect()

  const news = received(await ben.socket({ receiver_id: anna.id }))
  await anna.call('POST /api/user-action', { action: 'not-interested', recipient_id: ben.id })
  // An open conversation learns that it has ended.
  expect(await news.next('contactChanged')).toEqual([anna.id])
  expect(await b.emitWithAck('react', { id, emoji: '👍' })).toEqual({
    ok: false,
    ...problemBody('contact.ended', { name: 'Anna' }),
  })
  expect(await a.emitWithAck('react', { id, emoji: null })).toEqual({ ok: true, id })
  await anna.call('POST /api/user-action', { action: 'interested-again', recipient_id: ben.id })
  expect((await b.emitWithAck('react', { id, emoji: '👍' })).ok).toBe(true)

  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  for (const socket of [a, b]) {
    expect(await socket.emitWithAck('react', { id, emoji: '🔥' })).toEqual(unknown)
    expect(await socket.emitWithAck('react', { id, emoji: null })).toEqual(unknown)
  }
})

test('[P3 §10] 32 concurrent reactions on two processes leave one per member, and both members see the final state', async () => {
  const [anna, ben] = await couple()
  const [here, there] = [anna, ben.elsewhere(second.url)]
  const id = await say(await anna.socket(), ben, 'React to this')
  const sockets = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? here : there).socket()))
  const news = received(await anna.socket())
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      sockets[n % 8]?.emitWithAck('react', { id, emoji: reactions[n % 6] ?? null }),
    ),
  )
  expect(answers.every((answer) => answer?.ok)).toBe(true)
  const [left] = await reactionsIn(anna)
  expect(left?.map(({ by }) => by)).toEqual([anna.id, ben.id])
  expect(await reactionsIn(ben)).toEqual([left])
  let latest: unknown
  await expect
    .poll(async () => {
      while (news.names().includes('reacted')) latest = (await news.next('reacted'))[0]
      return latest
    })
    .toEqual({ id, reactions: left })

  // Concurrent with a deletion: a later reaction finds no message, and none remains.
  const [reacted, deleted] = await Promise.all([
    Promise.all(sockets.map((socket) => socket.emitWithAck('react', { id, emoji: '🔥' }))),
    (await anna.socket()).emitWithAck('delete', id),
  ])
  expect(deleted.ok).toBe(true)
  expect(reacted.every(({ ok, message }) => ok || message === unknown.message)).toBe(true)
  expect(await reactionsIn(ben)).toEqual([])
  there.disconnect()
})
