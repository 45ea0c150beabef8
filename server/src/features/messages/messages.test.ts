import { randomUUID } from 'node:crypto'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'pglite' })
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]

test('[P2 §7] a message is acknowledged with its id and reaches the receiver in both forms', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const news = received(to)
  const earliest = app.clock.now()
  const answer = await from.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Hello Ben' })
  expect(answer).toEqual({ ok: true, id: expect.any(Number) })
  const [message] = await news.next('receiveMessage')
  expect(message).toEqual({
    id: answer.id,
    sender_id: anna.id,
    receiver_id: ben.id,
    message: 'Hello Ben',
    ts: expect.any(Number),
    dir: 'in',
    rd: false,
  })
  expect(message.ts).toBeGreaterThanOrEqual(earliest)
  expect(message.ts).toBeLessThanOrEqual(app.clock.now())
  const [{ messages, users }] = await news.next('newMessages')
  expect(messages).toEqual([
    {
      id: answer.id,
      s: anna.id,
      r: ben.id,
      t: 'Hello Ben',
      tu: message.ts,
      dr: false,
      rd: false,
      st: false,
    },
  ])
  expect(users).toEqual([
    {
      id: anna.id,
      ag: expect.any(Number),
      ap: 0,
      ch: 1,
      cr: 'AU',
      ct: 'Hobart, TAS',
      fv: false,
      m: false,
      ndp: 0,
      ph: null,
      phs: false,
      rl: false,
      rr: 0,
      uh: anna.url_hash,
      un: 'Anna',
      unread: 1,
      vf: null,
      scam_warning: false,
      pictures_warning: false,
    },
  ])
})

test('[P2 §7] the sender is the member of the session, whatever sender_id says', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const socket = await anna.socket()
  const { id } = await socket.emitWithAck('sendMessage', {
    sender_id: cara.id,
    receiver_id: ben.id,
    message: 'Guess who',
  })
  const { m } = await ben.call('GET /api/messages')
  expect(m.map((message) => [message.id, message.s])).toEqual([[id, anna.id]])
})

test('[D §7] newMessages reaches the sender’s other sockets, but not the one that sent the message', async () => {
  const [anna, ben] = await couple()
  const [here, there] = [await anna.socket(), await anna.socket()]
  const [own, other] = [received(here), received(there)]
  const first = await say(here, ben, 'One')
  const second = await say(there, ben, 'Two')
  const [news] = await other.next('newMessages')
  expect(news.messages).toEqual([expect.objectContaining({ id: first, st: true, s: anna.id })])
  expect(news.users).toEqual([expect.objectContaining({ id: ben.id, un: 'Ben', ch: 1 })])
  const [back] = await own.next('newMessages')
  expect(back.messages[0]?.id).toBe(second)
  expect(own.names()).toEqual([])
})

test('[P2 §7] a chat socket receives receiveMessage only for its own partner', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const chat = received(await ben.socket({ receiver_id: anna.id }))
  await say(await cara.socket(), ben, 'From Cara')
  await say(await anna.socket(), ben, 'From Anna')
  const [message] = await chat.next('receiveMessage')
  expect(message.message).toBe('From Anna')
  expect(chat.names()).toEqual([])
})

test('[D §7] a client_id is stored once, returns the same id and delivers only once', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const news = received(to)
  const input = { receiver_id: ben.id, message: 'Once', client_id: randomUUID() }
  const first = await from.emitWithAck('sendMessage', input)
  const again = await (await anna.socket()).emitWithAck('sendMessage', input)
  expect(again).toEqual(first)
  const other = await from.emitWithAck('sendMessage', { ...input, message: 'Something else' })
  expect(other).toEqual({
    ok: false,
    code: 'invalid',
    message: expect.stringContaining('client_id'),
    values: { field: 'client_id' },
  })
  const after = await say(from, ben, 'After')
  const ids = [(await news.next('receiveMessage'))[0].id, (await news.next('receiveMessage'))[0].id]
  expect(ids).toEqual([first.id, after])
  expect(news.names().filter((name) => name === 'receiveMessage')).toEqual([])
})

test('[P3 §10] only the sender gets the client_id of a message, so that they know that it was stored', async () => {
  const [anna, ben] = await couple()
  const client_id = randomUUID()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const elsewhere = received(await anna.socket())
  await from.emitWithAck('sendMessage', { receiver_id: ben.id, message: 'Stored?', client_id })
  expect((await elsewhere.next('newMessages'))[0].messages[0]?.client_id).toBe(client_id)
  const read = async (socket: typeof from, other: Person) => {
    const history = received(socket)
    await socket.emitWithAck('fetchMessages', { receiver_id: other.id })
    return (await history.next('messageHistory'))[0].map((message) => message.client_id)
  }
  expect([await read(from, ben), await read(to, anna)]).toEqual([[client_id], [undefined]])
  const listed = async (person: Person) =>
    (await person.call('GET /api/messages')).m.map((message) => message.client_id)
  expect([await listed(anna), await listed(ben)]).toEqual([[client_id], [undefined]])
})

test('[D §7] a resend is recognised even if its text cannot be stored unchanged', async () => {
  const [anna, ben] = await couple()
  const socket = await anna.socket()
  const kept: Record<string, string> = {
    '\ufeffHello': 'Hello',
    '\0\ufeff\ufeffHello': 'Hello',
    'Half \ud83d': 'Half ',
    '\ude00 half': ' half',
    'A\0B\ufeffC': 'AB\ufeffC',
  }
  for (const [message, text] of Object.entries(kept)) {
    const input = { receiver_id: ben.id, message, client_id: randomUUID() }
    const first = await socket.emitWithAck('sendMessage', input)
    expect([message, first.ok]).toEqual([message, true])
    expect(await socket.emitWithAck('sendMessage', input)).toEqual(first)
    const stored = app.db
      .selectFrom('message')
      .where('id', '=', first.id ?? 0)
      .select('text')
    expect((await stored.executeTakeFirstOrThrow()).text).toBe(text)
  }
  const blank = { receiver_id: ben.id, message: '\ufeff\ud83d' }
  expect(await socket.emitWithAck('sendMessage', blank)).toMatchObject({ ok: false })
})

test('[P2 §5] refuses links, empty messages and overlong messages with their own errors', async () => {
  const [anna, ben] = await couple()
  const socket = await anna.socket()
  const refused = async (message: string) =>
    (await socket.emitWithAck('sendMessage', { receiver_id: ben.id, message })).message
  expect(await refused('see http://example.com')).toBe('Sending links is not allowed.')
  expect(await refused('see HTT\u200bPS://example.com')).toBe('Sending links is not allowed.')
  expect(await refused('see ht\0tp://example.com')).toBe('Sending links is not allowed.')
  expect(await refused(' \n\t\u200b ')).toBe('Please write a message.')
  expect(await refused('\0')).toBe('Please write a message.')
  expect(await refused('x'.repeat(2001))).toBe('A message can be at most 2,000 characters long.')
  const id = await say(socket, ben, '🌹'.repeat(2000))
  const history = received(socket)
  await socket.emitWithAck('fetchMessages', { receiver_id: ben.id })
  const [messages] = await history.next('messageHistory')
  expect(messages.map((message) => [message.id, [...message.message].length])).toEqual([[id, 2000]])
})

test('[D §1] refuses messages to oneself, to unknown members and to inactive members', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members({ username: 'Cara', active: false })) as [Person]
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 3, reason: 'A test' })
  const socket = await anna.socket()
  const errorFor = async (receiver_id: number) =>
    (await socket.emitWithAck('sendMessage', { receiver_id, message: 'Hello' })).message
  expect(await errorFor(anna.id)).toBe("You can't do this to yourself.")
  for (const id of [ben.id, cara.id, 999_999_999]) expect(await errorFor(id)).toBe('User not found.')
  expect((await socket.emitWithAck('fetchMessages', { receiver_id: ben.id })).message).toBe('User not found.')
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
})

test('[P2 §7] fetchMessages pages backwards, each page in ascending order', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await say(n % 2 ? to : from, n % 2 ? anna : ben, `Message ${n}`))
  const history = received(to)
  expect(await to.emitWithAck('fetchMessages', { receiver_id: anna.id, limit: 2 })).toEqual({ ok: true })
  const [newest, page] = await history.next('messageHistory')
  expect(newest.map(({ id, dir }) => [id, dir])).toEqual([
    [ids[3], 'out'],
    [ids[4], 'in'],
  ])
  expect(page).toEqual({ receiver_id: anna.id, more: true })
  await to.emitWithAck('fetchMessages', { receiver_id: anna.id, limit: 200, before_id: newest[0]?.id })
  const [older, last] = await history.next('messageHistory')
  expect(older.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  expect(last).toEqual({ receiver_id: anna.id, before_id: ids[3], more: false })
})

test('[D §7] GET /api/messages returns the newest received, the newest sent and the unread messages of each partner', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const [a, b, c] = [await anna.socket(), await ben.socket(), await cara.socket()]
  await say(a, ben, 'a1')
  const a2 = await say(a, ben, 'a2')
  await b.emitWithAck('markRead', a2)
  await say(b, anna, 'b1')
  const b2 = await say(b, anna, 'b2')
  const c1 = await say(c, ben, 'c1')
  const c2 = await say(c, ben, 'c2')
  const { m, u } = await ben.call('GET /api/messages')
  expect(m.map(({ id, st, rd }) => ({ id, st, rd }))).toEqual([
    { id: c2, st: false, rd: false },
    { id: c1, st: false, rd: false },
    { id: b2, st: true, rd: false },
    { id: a2, st: false, rd: true },
  ])
  expect(u.map(({ id, ch, unread }) => [id, ch, unread]).sort()).toEqual(
    [
      [anna.id, 4, 0],
      [cara.id, 2, 2],
    ].sort(),
  )
})

test('[D §7] refuses more than 30 messages in 10 seconds', async () => {
  const [anna, ben] = await couple()
  const socket = await anna.socket()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      socket.emitWithAck('sendMessage', { receiver_id: ben.id, message: `Message ${n}` }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
  expect(answers.at(-1)).toEqual({ ok: false, ...problemBody('message.flood') })
  const history = received(socket)
  await socket.emitWithAck('fetchMessages', { receiver_id: ben.id })
  const [messages] = await history.next('messageHistory')
  expect(messages.map(({ message }) => message)).toEqual(Array.from({ length: 30 }, (_, n) => `Message ${n}`))
})
