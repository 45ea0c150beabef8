import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]

/** The counts in the relations match a recount of the messages that each side still has. */
async function expectRecounted(): Promise<void> {
  const { rows } = await sql<{ me: number; other: number; messages: number; counted: number }>`
    select r.me, r.other, r.messages, (
      select count(*) from message m
      where (m.sender_id = r.me and m.receiver_id = r.other)
        or (m.sender_id = r.other and m.receiver_id = r.me and not m.removed_by_receiver)) as counted
    from relation r`.execute(app.db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => row.messages !== row.counted)).toEqual([])
}

test('[D §7] rd of sent messages shows only to a premium sender with read receipts on', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const [sender, reader] = [received(from), received(await ben.socket())]
  const first = await say(from, ben, 'Read me')
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
  await app.admin.call('POST /api/admin/member', { id: anna.id, premium: true })
  expect(await states()).toEqual([false, false])
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  expect(await states()).toEqual([true, true])

  const second = await say(from, ben, 'And me')
  await to.emitWithAck('markRead', second)
  expect(await sender.next('markedRead')).toEqual([second])
  expect(await sender.next('messagesRead')).toEqual([anna.id, ben.id, second])
  expect(sender.names()).toEqual([])
  await app.admin.call('POST /api/admin/member', { id: anna.id, premium: false })
  expect(await states()).toEqual([false, false])
})

test('[P2 §4] marking a message read reads the earlier ones of that sender, and no others', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const [a, c, b] = [await anna.socket(), await cara.socket(), await ben.socket()]
  const first = await say(a, ben, 'One')
  const fromCara = await say(c, ben, 'Mine')
  const second = await say(a, ben, 'Two')
  const third = await say(a, ben, 'Three')
  const reader = received(await ben.socket())
  await b.emitWithAck('markRead', second)
  expect(await reader.next('markedRead')).toEqual([first])
  expect(await reader.next('markedRead')).toEqual([second])
  const { m } = await ben.call('GET /api/messages')
  expect(m.filter(({ rd }) => !rd).map(({ id }) => id)).toEqual([third, fromCara])
  // They are already read, so no event follows.
  await b.emitWithAck('markRead', second)
  await b.emitWithAck('markRead', third)
  expect(await reader.next('messagesRead')).toEqual([anna.id, ben.id, second])
  expect(await reader.next('messagesRead')).toEqual([anna.id, ben.id, third])
})

test('[D §7] a sender deletes for both sides, a receiver removes for itself only, and counts follow', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const first = await say(from, ben, 'One')
  const second = await say(from, ben, 'Two')
  const [a, b] = [received(from), received(to)]
  expect(await to.emitWithAck('delete', first)).toEqual({ ok: true, id: first })
  expect(await b.next('deleted')).toEqual([first])
  const seen = async (who: Person) => {
    const { m, u } = await who.call('GET /api/messages')
    return { ids: m.map(({ id }) => id), ch: u.map(({ ch }) => ch) }
  }
  expect(await seen(anna)).toEqual({ ids: [second], ch: [2] })
  expect(await seen(ben)).toEqual({ ids: [second], ch: [1] })
  await expectRecounted()
  expect((await to.emitWithAck('delete', first)).message).toBe("We couldn't find this message.")

  expect(await from.emitWithAck('delete', second)).toEqual({ ok: true, id: second })
  expect(await a.next('deleted')).toEqual([second])
  expect(await b.next('deleted')).toEqual([second])
  expect(await seen(ben)).toEqual({ ids: [], ch: [] })
  expect(await seen(anna)).toEqual({ ids: [first], ch: [1] })
  await from.emitWithAck('delete', first)
  expect(await a.next('deleted')).toEqual([first])
  await expectRecounted()
})

test('[P2 §6] a member cannot read, mark or delete the messages of others', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const from = await anna.socket()
  const stranger = await cara.socket()
  const id = await say(from, ben, 'Between us')
  const unknown = { ok: false, ...problemBody('message.unknown') }
  expect(await stranger.emitWithAck('markRead', id)).toEqual(unknown)
  expect(await stranger.emitWithAck('delete', id)).toEqual(unknown)
  // Nor can a sender mark their own message as read.
  expect(await from.emitWithAck('markRead', id)).toEqual(unknown)
  const history = received(stranger)
  await stranger.emitWithAck('fetchMessages', { receiver_id: ben.id })
  expect((await history.next('messageHistory'))[0]).toEqual([])
  const { m } = await ben.call('GET /api/messages')
  expect(m.map(({ rd }) => rd)).toEqual([false])
})

test('[D §4] a blocked pair sees nothing of each other in messages and on sockets, until unblocked', async () => {
  const [anna, ben] = await couple()
  const [from, to] = [await anna.socket(), await ben.socket()]
  const [sender, receiver] = [received(from), received(to)]
  const chat = received(await anna.socket({ receiver_id: ben.id }))
  const id = await say(from, ben, 'Before')
  await receiver.next('receiveMessage')
  await receiver.next('newMessages')
  await chat.next('newMessages')
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  // Her own lists refetch in every tab; he gets no event.
  await sender.next('refetch')
  for (const [socket, other] of [
    [from, ben],
    [to, anna],
  ] as const) {
    const sent = await socket.emitWithAck('sendMessage', { receiver_id: other.id, message: 'Hello?' })
    expect(sent).toEqual({ ok: false, ...problemBody('no-user') })
    const fetched = await socket.emitWithAck('fetchMessages', { receiver_id: other.id })
    expect(fetched).toEqual({ ok: false, ...problemBody('no-user') })
    expect((await socket.emitWithAck('delete', id)).message).toBe("We couldn't find this message.")
  }
  expect((await to.emitWithAck('markRead', id)).message).toBe("We couldn't find this message.")
  expect(await anna.call('GET /api/messages')).toEqual({ m: [], u: [] })
  expect(await ben.call('GET /api/messages')).toEqual({ m: [], u: [] })
  expect([...sender.names(), ...receiver.names(), ...chat.names()]).toEqual([])
  await expectRecounted()
  await anna.call('POST /api/user-action', { action: 'unblock', recipient_id: ben.id })
  await sender.next('refetch')
  expect((await ben.call('GET /api/messages')).m.map((message) => message.id)).toEqual([id])
})

test('[D §9] an admin acting as a member cannot send or delete, and leaves no read mark', async () => {
  const [anna, ben] = await couple()
  const id = await say(await anna.socket(), ben, 'Private')
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: ben.id,
    reason: 'They asked for help',
  })
  const acting = Object.assign(ben.elsewhere(), { token: session.token })
  const socket = await acting.socket()
  const refusal = "You can't do this while acting as a member."
  expect(await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'I am Ben' })).toEqual({
    ok: false,
    ...problemBody('access.impersonating'),
  })
  expect((await socket.emitWithAck('delete', id)).message).toBe(refusal)
  expect(await socket.emitWithAck('markRead', id)).toEqual({ ok: true, id })
  expect((await ben.call('GET /api/messages')).m.map(({ rd }) => rd)).toEqual([false])
  acting.disconnect()
})

test('[D §7] a member can send 30 messages in 10 seconds and 300 in 10 minutes, on all sockets together', async () => {
  const [anna, ben] = await couple()
  const sockets = [await anna.socket(), await anna.socket()]
  const bens = await ben.socket()
  let sent = 0
  const send = () =>
    sockets[++sent % 2]?.emitWithAck('sendMessage', { receiver_id: ben.id, message: `Number ${sent}` })
  const refused = { ok: false, ...problemBody('message.flood') }

  for (let n = 0; n < 30; n++) expect(await send()).toMatchObject({ ok: true })
  expect(await send()).toEqual(refused)
  // Ten seconds pass after each batch; the refused message does not count.
  const { rateLimits } = app.server.services
  const { hit } = rateLimits
  const slowly: typeof hit = (key, ...all) => hit(key, ...all.filter(({ seconds }) => seconds > 10))
  const spy = vi.spyOn(rateLimits, 'hit').mockImplementation(slowly)
  onTestFinished(() => spy.mockRestore())
  while (sent < 301) {
    // Stay below the limit of 100 unanswered messages.
    if (sent % 30 === 1) await say(bens, anna, 'Go on')
    expect(await send()).toMatchObject({ ok: true })
  }
  expect(await send()).toEqual(refused)
  // The limit applies to the sender only, so the other may reply.
  await say(bens, anna, 'So much to read')
})
