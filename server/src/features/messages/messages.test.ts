import { randomUUID } from 'node:crypto'
import { heard, type TestSocket } from '@rosella/testkit/heard'
import type { Person } from '@rosella/testkit/person'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

const couple = async (): Promise<[Person, Person]> => (await house.cast('Anna', 'Ben')) as [Person, Person]

async function write(socket: TestSocket, to: Person, message: string): Promise<number> {
  const { ok, id, message: why } = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message })
  if (!ok || id === undefined) throw new Error(why)
  return id
}

/** What each side's relation says, and what counting the messages they still have gives. */
async function expectRecounted(): Promise<void> {
  const { rows } = await sql<{ me: number; other: number; messages: number; counted: number }>`
    select r.me, r.other, r.messages, (
      select count(*) from message m
      where (m.sender_id = r.me and m.receiver_id = r.other)
        or (m.sender_id = r.other and m.receiver_id = r.me and not m.removed_by_receiver)) as counted
    from relation r`.execute(house.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => row.messages !== row.counted)).toEqual([])
}

test('[P2 §7] a message is acknowledged with its id and reaches the receiver in both forms', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const news = heard(to)
  const earliest = house.clock.now()
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
  expect(message.ts).toBeLessThanOrEqual(house.clock.now())
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
      rl: false,
      rr: 0,
      uh: anna.url_hash,
      un: 'Anna',
    },
  ])
})

test('[P2 §7] the sender is the session’s member, whatever sender_id says', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast('Cara')) as [Person]
  const socket = await anna.socket()
  const { id } = await socket.emitWithAck('sendMessage', {
    sender_id: cara.id,
    receiver_id: ben.id,
    message: 'Guess who',
  })
  const { m } = await ben.call('GET /api/messages')
  expect(m.map((message) => [message.id, message.s])).toEqual([[id, anna.id]])
})

test('[D7] newMessages reaches the sender’s other sockets, and not the one that sent', async () => {
  const [anna, ben] = await couple()
  const [here, there] = [await anna.socket(), await anna.socket()]
  const [own, other] = [heard(here), heard(there)]
  const first = await write(here, ben, 'One')
  const second = await write(there, ben, 'Two')
  const [news] = await other.next('newMessages')
  expect(news.messages).toEqual([expect.objectContaining({ id: first, st: true, s: anna.id })])
  expect(news.users).toEqual([expect.objectContaining({ id: ben.id, un: 'Ben', ch: 1 })])
  const [back] = await own.next('newMessages')
  expect(back.messages[0]?.id).toBe(second)
  expect(own.names()).toEqual([])
})

test('[P2 §7] a chat socket hears receiveMessage of its own partner only', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast('Cara')) as [Person]
  const chat = heard(await ben.socket({ receiver_id: anna.id }))
  await write(await cara.socket(), ben, 'From Cara')
  await write(await anna.socket(), ben, 'From Anna')
  const [message] = await chat.next('receiveMessage')
  expect(message.message).toBe('From Anna')
  await chat.next('newMessages')
  await chat.next('newMessages')
  expect(chat.names()).toEqual([])
})

test('[D7] the same client_id is stored once, answers the same id and delivers nothing twice', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const news = heard(to)
  const input = { receiver_id: ben.id, message: 'Once', client_id: randomUUID() }
  const first = await from.emitWithAck('sendMessage', input)
  const again = await (await anna.socket()).emitWithAck('sendMessage', input)
  expect(again).toEqual(first)
  const other = await from.emitWithAck('sendMessage', { ...input, message: 'Something else' })
  expect(other).toEqual({ ok: false, message: expect.stringContaining('client_id') })
  const after = await write(from, ben, 'After')
  const ids = [(await news.next('receiveMessage'))[0].id, (await news.next('receiveMessage'))[0].id]
  expect(ids).toEqual([first.id, after])
  expect(news.names().filter((name) => name === 'receiveMessage')).toEqual([])
})

test('[P2 §5] links, empty and overlong messages are refused in the catalogue’s words', async () => {
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
  await write(socket, ben, '🌹'.repeat(2000))
  const { m } = await ben.call('GET /api/messages')
  expect(m.map((message) => [...message.t].length)).toEqual([2000])
})

test('[D1] nobody can write to oneself, to strangers, or to those who are not active', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast({ username: 'Cara', active: false })) as [Person]
  await house.admin.call('POST /api/admin/member', { id: ben.id, status: 3, reason: 'A test' })
  const socket = await anna.socket()
  const words = async (receiver_id: number) =>
    (await socket.emitWithAck('sendMessage', { receiver_id, message: 'Hello' })).message
  expect(await words(anna.id)).toBe('You cannot do this to yourself.')
  for (const id of [ben.id, cara.id, 999_999_999]) expect(await words(id)).toBe('User not found.')
  expect((await socket.emitWithAck('fetchMessages', { receiver_id: ben.id })).message).toBe('User not found.')
  await house.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
})

test('[P2 §7] fetchMessages pages backwards, each page in ascending order', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await write(n % 2 ? to : from, n % 2 ? anna : ben, `Message ${n}`))
  const history = heard(to)
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

test('[D7] GET /api/messages holds the newest received, the newest sent and all unread, for each partner', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast('Cara')) as [Person]
  const [a, b, c] = [await anna.socket(), await ben.socket(), await cara.socket()]
  await write(a, ben, 'a1')
  const a2 = await write(a, ben, 'a2')
  await b.emitWithAck('markRead', a2)
  await write(b, anna, 'b1')
  const b2 = await write(b, anna, 'b2')
  const c1 = await write(c, ben, 'c1')
  const c2 = await write(c, ben, 'c2')
  const { m, u } = await ben.call('GET /api/messages')
  expect(m.map(({ id, st, rd }) => ({ id, st, rd }))).toEqual([
    { id: c2, st: false, rd: false },
    { id: c1, st: false, rd: false },
    { id: b2, st: true, rd: false },
    { id: a2, st: false, rd: true },
  ])
  expect(u.map(({ id, ch }) => [id, ch]).sort()).toEqual(
    [
      [anna.id, 4],
      [cara.id, 2],
    ].sort(),
  )
})

test('[D7] rd of sent messages shows only to a premium sender with read receipts on', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const [sender, reader] = [heard(from), heard(await ben.socket())]
  const first = await write(from, ben, 'Read me')
  expect(await to.emitWithAck('markRead', first)).toEqual({ ok: true, id: first })
  expect(await reader.next('markedRead')).toEqual([first])
  expect(await reader.next('messagesRead')).toEqual([anna.id, ben.id, first])

  const states = async () => {
    await from.emitWithAck('fetchMessages', { receiver_id: ben.id })
    const [chat] = await sender.next('messageHistory')
    const { m } = await anna.call('GET /api/messages')
    return [chat.at(-1)?.rd, m[0]?.rd]
  }
  expect(await states()).toEqual([false, false])
  await house.admin.call('POST /api/admin/member', { id: anna.id, premium: true })
  expect(await states()).toEqual([false, false])
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  expect(await states()).toEqual([true, true])

  const second = await write(from, ben, 'And me')
  await to.emitWithAck('markRead', second)
  expect(await sender.next('markedRead')).toEqual([second])
  expect(await sender.next('messagesRead')).toEqual([anna.id, ben.id, second])
  expect(sender.names()).toEqual([])
  await house.admin.call('POST /api/admin/member', { id: anna.id, premium: false })
  expect(await states()).toEqual([false, false])
})

test('[P2 §4] marking a message read reads the earlier ones of that sender, and no others', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast('Cara')) as [Person]
  const [a, c, b] = [await anna.socket(), await cara.socket(), await ben.socket()]
  const first = await write(a, ben, 'One')
  const fromCara = await write(c, ben, 'Mine')
  const second = await write(a, ben, 'Two')
  const third = await write(a, ben, 'Three')
  const reader = heard(await ben.socket())
  await b.emitWithAck('markRead', second)
  expect(await reader.next('markedRead')).toEqual([first])
  expect(await reader.next('markedRead')).toEqual([second])
  const { m } = await ben.call('GET /api/messages')
  expect(m.filter(({ rd }) => !rd).map(({ id }) => id)).toEqual([third, fromCara])
  // Read already: nothing is said again.
  await b.emitWithAck('markRead', second)
  await b.emitWithAck('markRead', third)
  expect(await reader.next('messagesRead')).toEqual([anna.id, ben.id, second])
  expect(await reader.next('messagesRead')).toEqual([anna.id, ben.id, third])
})

test('[D7] a sender deletes for both sides, a receiver removes for itself only, and counts follow', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const first = await write(from, ben, 'One')
  const second = await write(from, ben, 'Two')
  const [a, b] = [heard(from), heard(to)]
  expect(await to.emitWithAck('delete', first)).toEqual({ ok: true, id: first })
  expect(await b.next('deleted')).toEqual([first])
  const seen = async (who: Person) => {
    const { m, u } = await who.call('GET /api/messages')
    return { ids: m.map(({ id }) => id), ch: u.map(({ ch }) => ch) }
  }
  expect(await seen(anna)).toEqual({ ids: [second], ch: [2] })
  expect(await seen(ben)).toEqual({ ids: [second], ch: [1] })
  await expectRecounted()
  expect((await to.emitWithAck('delete', first)).message).toBe('There is no such message.')

  expect(await from.emitWithAck('delete', second)).toEqual({ ok: true, id: second })
  expect(await a.next('deleted')).toEqual([second])
  expect(await b.next('deleted')).toEqual([second])
  expect(await seen(ben)).toEqual({ ids: [], ch: [] })
  expect(await seen(anna)).toEqual({ ids: [first], ch: [1] })
  await from.emitWithAck('delete', first)
  expect(await a.next('deleted')).toEqual([first])
  await expectRecounted()
})

test('[P2 §6] nobody can read, mark or delete what is not theirs', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await house.cast('Cara')) as [Person]
  const from = await anna.socket()
  const stranger = await cara.socket()
  const id = await write(from, ben, 'Between us')
  const unknown = { ok: false, message: 'There is no such message.' }
  expect(await stranger.emitWithAck('markRead', id)).toEqual(unknown)
  expect(await stranger.emitWithAck('delete', id)).toEqual(unknown)
  // A sender cannot mark the receiver's reading either.
  expect(await from.emitWithAck('markRead', id)).toEqual(unknown)
  const history = heard(stranger)
  await stranger.emitWithAck('fetchMessages', { receiver_id: ben.id })
  expect((await history.next('messageHistory'))[0]).toEqual([])
  const { m } = await ben.call('GET /api/messages')
  expect(m.map(({ rd }) => rd)).toEqual([false])
})

test('[D4] a blocked pair is invisible to both in messages and on sockets, and comes back unblocked', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const [sender, receiver] = [heard(from), heard(to)]
  const id = await write(from, ben, 'Before')
  await receiver.next('receiveMessage')
  await receiver.next('newMessages')
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  for (const [socket, other] of [
    [from, ben],
    [to, anna],
  ] as const) {
    const sent = await socket.emitWithAck('sendMessage', { receiver_id: other.id, message: 'Hello?' })
    expect(sent).toEqual({ ok: false, message: 'User not found.' })
    const fetched = await socket.emitWithAck('fetchMessages', { receiver_id: other.id })
    expect(fetched).toEqual({ ok: false, message: 'User not found.' })
    expect((await socket.emitWithAck('delete', id)).message).toBe('There is no such message.')
  }
  expect((await to.emitWithAck('markRead', id)).message).toBe('There is no such message.')
  expect(await anna.call('GET /api/messages')).toEqual({ m: [], u: [] })
  expect(await ben.call('GET /api/messages')).toEqual({ m: [], u: [] })
  expect([...sender.names(), ...receiver.names()]).toEqual([])
  await expectRecounted()
  await anna.call('POST /api/user-action', { action: 'unblock', recipient_id: ben.id })
  expect((await ben.call('GET /api/messages')).m.map((message) => message.id)).toEqual([id])
})

test('[D9] an admin acting as a member sends nothing, deletes nothing and leaves no read mark', async () => {
  const [anna, ben] = await couple()
  const id = await write(await anna.socket(), ben, 'Private')
  const session = await house.admin.call('POST /api/admin/impersonate', { id: ben.id })
  const acting = Object.assign(ben.elsewhere(), { token: session.token })
  const socket = await acting.socket()
  const words = 'This is not possible while acting as a member.'
  expect(await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'I am Ben' })).toEqual({
    ok: false,
    message: words,
  })
  expect((await socket.emitWithAck('delete', id)).message).toBe(words)
  expect(await socket.emitWithAck('markRead', id)).toEqual({ ok: true, id })
  expect((await ben.call('GET /api/messages')).m.map(({ rd }) => rd)).toEqual([false])
  acting.hangUp()
})

test('[D7] more than 30 messages in 10 seconds are too many', async () => {
  const [anna, ben] = await couple()
  const socket = await anna.socket()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      socket.emitWithAck('sendMessage', { receiver_id: ben.id, message: `Message ${n}` }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
  expect(answers.at(-1)).toEqual({ ok: false, message: 'Too many requests. Please try again later.' })
  await expectRecounted()
  const history = heard(socket)
  await socket.emitWithAck('fetchMessages', { receiver_id: ben.id })
  const [messages] = await history.next('messageHistory')
  expect(messages.map(({ message }) => message)).toEqual(Array.from({ length: 30 }, (_, n) => `Message ${n}`))
})
