import { randomUUID } from 'node:crypto'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received } from '@rosella/testkit/received'
import { redisUrl } from '@rosella/testkit/services'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
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

const CALLERS = 32

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]

async function messagesBetween(one: Person, two: Person) {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, text from message
    where least(sender_id, receiver_id) = ${Math.min(one.id, two.id)}
      and greatest(sender_id, receiver_id) = ${Math.max(one.id, two.id)} order by id`.execute(app.db)
  return rows
}

async function countsOf(one: Person, two: Person): Promise<number[]> {
  const rows = await app.db
    .selectFrom('relation')
    .where('me', 'in', [one.id, two.id])
    .where('other', 'in', [one.id, two.id])
    .select('messages')
    .execute()
  return rows.map((row) => row.messages)
}

test('[D §7] 32 concurrent resends of one client_id on two processes store and deliver one message', async () => {
  const [anna, ben] = await couple()
  const twin = anna.elsewhere(second.url)
  const sockets = await Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 ? twin : anna).socket()))
  const receiver = await ben.socket()
  const news = received(receiver)
  const input = { receiver_id: ben.id, message: 'Only once', client_id: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => sockets[n % sockets.length]?.emitWithAck('sendMessage', input)),
  )
  const ids = answers.filter((answer) => answer?.ok).map((answer) => answer?.id)
  // The flood limit may refuse the last few.
  expect(ids.length).toBeGreaterThanOrEqual(30)
  expect(new Set(ids).size).toBe(1)
  expect(await messagesBetween(anna, ben)).toHaveLength(1)
  expect(await countsOf(anna, ben)).toEqual([1, 1])
  const { id } = await (await ben.socket()).emitWithAck('sendMessage', {
    receiver_id: anna.id,
    message: 'Ok',
  })
  expect((await news.next('receiveMessage'))[0].id).toBe(ids[0])
  expect((await news.next('newMessages'))[0].messages[0]?.id).toBe(ids[0])
  expect((await news.next('newMessages'))[0].messages[0]?.id).toBe(id)
  expect(news.names()).toEqual([])
  twin.disconnect()
})

test('[D §7] messages in both directions on two processes are all stored, and delivered in the order of storing', async () => {
  const [anna, ben] = await couple()
  const there = ben.elsewhere(second.url)
  const [a, b] = [await anna.socket(), await there.socket()]
  const [toAnna, toBen] = [received(a), received(b)]
  const half = CALLERS / 2
  const answers = await Promise.all(
    Array.from({ length: half }, (_, n) => [
      a.emitWithAck('sendMessage', { receiver_id: ben.id, message: `a${n}` }),
      b.emitWithAck('sendMessage', { receiver_id: anna.id, message: `b${n}` }),
    ]).flat(),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const stored = await messagesBetween(anna, ben)
  expect(stored).toHaveLength(CALLERS)
  expect(await countsOf(anna, ben)).toEqual([CALLERS, CALLERS])
  for (const [news, letter] of [
    [toAnna, 'b'],
    [toBen, 'a'],
  ] as const) {
    const delivered: string[] = []
    for (let n = 0; n < half; n++) delivered.push((await news.next('receiveMessage'))[0].message)
    expect(delivered).toEqual(Array.from({ length: half }, (_, n) => `${letter}${n}`))
    expect(stored.filter(({ text }) => text.startsWith(letter)).map(({ text }) => text)).toEqual(delivered)
  }
  there.disconnect()
})

test('[P2 §4] after a block is acknowledged, no message gets through, whatever runs concurrently', async () => {
  const [anna, ben] = await couple()
  const senders = await Promise.all(Array.from({ length: 8 }, () => ben.elsewhere().socket()))
  let blocked = false
  const sent = Array.from({ length: 28 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n * 3))
    const startedAfter = blocked
    const answer = await senders[n % senders.length]?.emitWithAck('sendMessage', {
      receiver_id: anna.id,
      message: `Message ${n}`,
    })
    return { startedAfter, ok: answer?.ok === true }
  })
  const block = new Promise((resolve) => setTimeout(resolve, 30)).then(async () => {
    await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
    blocked = true
  })
  const [answers] = await Promise.all([Promise.all(sent), block])
  expect(answers.filter(({ startedAfter, ok }) => startedAfter && ok)).toEqual([])
  const acknowledged = answers.filter(({ ok }) => ok).length
  expect(await messagesBetween(anna, ben)).toHaveLength(acknowledged)
  const late = await senders[0]?.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Hello?' })
  expect(late).toEqual({ ok: false, ...problemBody('no-user') })
  expect(await countsOf(anna, ben)).toEqual([acknowledged, acknowledged])
})

test('[P2 §4] a message that waits for a block in progress is refused once the block is committed', async () => {
  const [anna, ben] = await couple()
  const socket = await ben.socket()
  await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Before' })
  const { promise: written, resolve: tellWritten } = gate()
  const { promise: mayCommit, resolve: letCommit } = gate()
  const blocking = app.db.transaction().execute(async (tx) => {
    const set = (me: number, other: number, change: { blocked_ts: number } | { blocked_me: boolean }) =>
      tx.updateTable('relation').set(change).where('me', '=', me).where('other', '=', other).execute()
    await set(anna.id, ben.id, { blocked_ts: app.clock.now() })
    await set(ben.id, anna.id, { blocked_me: true })
    tellWritten()
    await mayCommit
  })
  await written
  const waiting = socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'During' })
  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
  expect(early).toBe('waits')
  letCommit()
  await blocking
  expect(await waiting).toEqual({ ok: false, ...problemBody('no-user') })
  expect(await countsOf(anna, ben)).toEqual([1, 1])
})

test('[D §7] a message in a batch that waits, is refused or is a resend does not affect the others', async () => {
  const cast = (await app.members('Anna', 'Ben', 'Cara', 'Dan', 'Emma', 'Finn')) as Person[]
  const [anna, ben, cara, dan, emma, finn] = cast as [Person, Person, Person, Person, Person, Person]
  const [toBen, toDan, toFinn] = [await anna.socket(), await cara.socket(), await emma.socket()]
  const others = [await ben.socket(), await dan.socket(), await finn.socket()]
  const client_id = randomUUID()
  const before = await toDan.emitWithAck('sendMessage', { receiver_id: dan.id, message: 'Once', client_id })
  await toBen.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Before' })
  await toFinn.emitWithAck('sendMessage', { receiver_id: finn.id, message: 'Before' })
  await emma.call('POST /api/user-action', { action: 'block', recipient_id: finn.id })

  const { promise: locked, resolve: setLocked } = gate()
  const { promise: mayEnd, resolve: letEnd } = gate()
  const holding = app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('relation').where('me', '=', ben.id).forUpdate().select('me').execute()
    setLocked()
    await mayEnd
  })
  await locked
  const waits = toBen.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Waits' })
  const answers = await Promise.all([
    toDan.emitWithAck('sendMessage', { receiver_id: dan.id, message: 'Once', client_id }),
    toFinn.emitWithAck('sendMessage', { receiver_id: finn.id, message: 'Refused' }),
    others[1]?.emitWithAck('sendMessage', { receiver_id: cara.id, message: 'Plain' }),
    others[2]?.emitWithAck('sendMessage', { receiver_id: dan.id, message: 'The first words' }),
  ])
  expect(answers).toEqual([
    { ok: true, id: before.id },
    { ok: false, ...problemBody('no-user') },
    { ok: true, id: expect.any(Number) },
    { ok: true, id: expect.any(Number) },
  ])
  letEnd()
  await holding
  expect((await waits).ok).toBe(true)
  expect((await messagesBetween(anna, ben)).map(({ text }) => text)).toEqual(['Before', 'Waits'])
  expect(await countsOf(cara, dan)).toEqual([2, 2])
  expect(await countsOf(emma, finn)).toEqual([1, 1])
})

test('[D §7] concurrent deletions of the same messages leave counts that match a recount', async () => {
  const [anna, ben] = await couple()
  const [a, b] = [await anna.socket(), await ben.socket()]
  const ids: number[] = []
  for (let n = 0; n < 16; n++) {
    const { id } = await a.emitWithAck('sendMessage', { receiver_id: ben.id, message: `Message ${n}` })
    if (id) ids.push(id)
  }
  const others = await Promise.all([anna.elsewhere(second.url).socket(), ben.elsewhere(second.url).socket()])
  await Promise.all(
    ids.flatMap((id, n) => [b, a, ...others].map((s, k) => (n + k) % 3 && s.emitWithAck('delete', id))),
  )
  const { rows } = await sql<{ messages: number; counted: number }>`
    select r.messages, (select count(*) from message m
      where (m.sender_id = r.me and m.receiver_id = r.other)
        or (m.sender_id = r.other and m.receiver_id = r.me and not m.removed_by_receiver)) as counted
    from relation r`.execute(app.db)
  expect(rows.filter(({ messages, counted }) => messages !== counted)).toEqual([])
  for (const socket of others) socket.disconnect()
})

test('[D §7] read marks and deletions reach the other process', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  const there = ben.elsewhere(second.url)
  const [a, b] = [await anna.socket(), await there.socket()]
  const [toAnna, toBen] = [received(a), received(b)]
  const { id = 0 } = await a.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Across' })
  expect((await toBen.next('receiveMessage'))[0].message).toBe('Across')
  await b.emitWithAck('markRead', id)
  expect(await toAnna.next('messagesRead')).toEqual([anna.id, ben.id, id])
  await a.emitWithAck('delete', id)
  expect(await toBen.next('deleted')).toEqual([id])
  there.disconnect()
})

test('[D §11] after a gap in the events every socket refetches', async () => {
  const [anna] = await couple()
  const news = received(await anna.socket())
  // Published by a process that could not publish while Redis was down.
  const client = new Redis(redisUrl())
  const keys = (await client.keys('*:feed:*')).filter((key) => key.includes(app.dataDir.slice(-6)))
  expect(keys).toHaveLength(2)
  for (const key of keys) await client.xadd(key, '*', 'gap', '')
  client.disconnect()
  expect(await news.next('refetch')).toEqual([])
})
