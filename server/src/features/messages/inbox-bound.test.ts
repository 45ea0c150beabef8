import { randomUUID } from 'node:crypto'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** One sender can only put a limited amount into another member's inbox. Runs on real PostgreSQL. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const WAIT = { ok: false, ...problemBody('message.unanswered') }

/** Inserts messages without the limit, as if they were older than it. */
async function insertMessages(from: Person, to: Person, count: number): Promise<void> {
  await sql`
    insert into relation (me, other, messages, unanswered)
    values (${from.id}, ${to.id}, ${count}, ${Math.min(count, 100)}), (${to.id}, ${from.id}, ${count}, 0)`.execute(
    app.db,
  )
  await sql`
    insert into message (sender_id, receiver_id, text, ts)
    select ${from.id}::bigint, ${to.id}::bigint, n || repeat(' quite long words', 100), 1700000000 + n
    from generate_series(1, ${count}::int) n`.execute(app.db)
}

test('with 10,000 unread messages, the reply has 100 per partner, their total number and shortened texts', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  await insertMessages(anna, ben, 10_000)
  await say(await cara.socket(), ben, 'Hello')
  const answer = await ben.call('GET /api/messages')
  const { m, u } = answer
  const ofAnna = m.filter(({ s }) => s === anna.id)
  expect(ofAnna).toHaveLength(100)
  expect(ofAnna.map(({ t }) => Number.parseInt(t, 10))).toEqual(
    Array.from({ length: 100 }, (_, n) => 10_000 - n),
  )
  expect(m.filter(({ s }) => s === cara.id).map(({ t }) => t)).toEqual(['Hello'])
  expect(u.map(({ id, unread }) => [id, unread]).sort()).toEqual(
    [
      [anna.id, 10_000],
      [cara.id, 1],
    ].sort(),
  )
  expect(JSON.stringify(answer).length).toBeLessThan(80_000)
  // Only the conversation has the whole text.
  const socket = await ben.socket()
  const history = received(socket)
  await socket.emitWithAck('fetchMessages', { receiver_id: anna.id, limit: 1 })
  const [[newest]] = await history.next('messageHistory')
  expect([newest?.message.length, ofAnna[0]?.t.length]).toEqual([5 + 1700, 503])

  // Marking the newest as read marks them all.
  await socket.emitWithAck('markRead', newest?.id ?? 0)
  const after = await ben.call('GET /api/messages')
  expect(after.m.filter(({ s }) => s === anna.id)).toHaveLength(1)
  expect(after.u.find(({ id }) => id === anna.id)?.unread).toBe(0)
})

test('the number sent with a new message counts all unread messages', async () => {
  const [anna, ben] = await couple()
  await insertMessages(anna, ben, 150)
  const news = received(await ben.socket())
  const annas = await anna.socket()
  // Ben replies, so Anna may write again.
  await say(await ben.elsewhere().socket(), anna, 'At last')
  await news.next('newMessages')
  await say(annas, ben, 'One more')
  const [{ users }] = await news.next('newMessages')
  expect(users.map(({ id, unread }) => [id, unread])).toEqual([[anna.id, 151]])
})

test('refuses the 101st unanswered message to a member; a reply allows 100 more', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  await insertMessages(anna, ben, 99)
  const [annas, bens] = [await anna.socket(), await ben.socket()]
  const client_id = randomUUID()
  const last = { receiver_id: ben.id, message: 'The hundredth', client_id }
  const stored = await annas.emitWithAck('sendMessage', last)
  expect(stored.ok).toBe(true)
  const send = (message: string) => annas.emitWithAck('sendMessage', { receiver_id: ben.id, message })
  expect(await send('One too many')).toEqual(WAIT)
  expect(await annas.emitWithAck('sendMessage', last)).toEqual(stored)
  await say(annas, cara, 'Hello')
  // Neither reading nor deleting by the receiver counts as a reply.
  await bens.emitWithAck('markRead', stored.id ?? 0)
  expect(await send('Read by now')).toEqual(WAIT)
  const [relation] = await app.db.selectFrom('relation').where('me', '=', ben.id).selectAll().execute()
  expect(relation).toMatchObject({ messages: 100, unanswered: 0 })

  // A message that its sender deletes no longer counts.
  await annas.emitWithAck('delete', stored.id ?? 0)
  await say(annas, ben, 'In its place')
  expect(await send('One too many')).toEqual(WAIT)

  await say(bens, anna, 'Yes?')
  await say(annas, ben, 'Good evening')
  const after = await app.db.selectFrom('relation').where('other', '=', ben.id).selectAll().execute()
  expect(after.find(({ me }) => me === anna.id)?.unanswered).toBe(1)
})

test('a member hidden from the sender is unknown, also past the limit', async () => {
  const [anna, ben] = await couple()
  await insertMessages(anna, ben, 100)
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  const answer = await (await anna.socket()).emitWithAck('sendMessage', {
    receiver_id: ben.id,
    message: 'Hello?',
  })
  expect(answer).toEqual({ ok: false, ...problemBody('no-user') })
})

test('concurrent messages and replies on two processes never leave more than 100 unanswered', async () => {
  const [anna, ben] = await couple()
  await insertMessages(anna, ben, 90)
  const second = await app.second()
  const sockets = await Promise.all(
    Array.from({ length: 6 }, (_, n) => anna.elsewhere(n % 2 ? second.url : undefined).socket()),
  )
  const send = (n: number) =>
    sockets[n % sockets.length]?.emitWithAck('sendMessage', { receiver_id: ben.id, message: `Burst ${n}` })
  const answers = await Promise.all(Array.from({ length: 28 }, (_, n) => send(n)))
  expect(answers.filter((answer) => answer?.ok)).toHaveLength(10)
  expect(answers.filter((answer) => !answer?.ok)).toEqual(Array.from({ length: 18 }, () => WAIT))
  const counts = await app.db
    .selectFrom('relation')
    .where('me', 'in', [anna.id, ben.id])
    .orderBy('me')
    .select(['messages', 'unanswered'])
    .execute()
  expect(counts).toEqual([
    { messages: 100, unanswered: 100 },
    { messages: 100, unanswered: 0 },
  ])
  for (const socket of sockets) socket.disconnect()
  await second.close()
})

test('stored in a batch or singly, the count matches a recount', async () => {
  const people = (await app.members('Anna', 'Ben', 'Cara', 'Dan')) as Person[]
  const sockets = await Promise.all(people.map((person) => person.socket()))
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const [from, to] = [n % 4, (n * 7 + 1 + (n % 3)) % 4]
      const receiver_id = people[to === from ? (to + 1) % 4 : to]?.id ?? 0
      return sockets[from]?.emitWithAck('sendMessage', { receiver_id, message: `Message ${n}` })
    }),
  )
  const { rows } = await sql<{ unanswered: number; counted: number }>`
    select r.unanswered, (select count(*)::int from message m where m.sender_id = r.me and m.receiver_id = r.other
      and m.id > coalesce((select max(a.id) from message a where a.sender_id = r.other and a.receiver_id = r.me), 0)
      ) as counted
    from relation r where r.me = any(${people.map(({ id }) => id)}::bigint[])`.execute(app.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ unanswered, counted }) => unanswered !== counted)).toEqual([])
})
