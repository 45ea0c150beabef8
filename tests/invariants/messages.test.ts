import type { Person } from '@rosella/testkit/person'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeConversation, opening } from '../../web/src/features/messages/conversation'
import {
  onDeleted,
  onMarkedRead,
  onMessagesRead,
  onNewMessages,
  onReacted,
} from '../../web/src/features/messages/on-live'
import type { MessageOverview } from '../../web/src/features/messages/overview'

/** Invariant: old data patched with a live event equals a refetch. */

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const overviewOf = async (person: Person): Promise<MessageOverview> =>
  sorted(await person.call('GET /api/messages'))
/** The order of the partners has no meaning. */
const sorted = ({ m, u }: MessageOverview): MessageOverview => ({ m, u: u.toSorted((a, b) => a.id - b.id) })

/** Anna may see read receipts; Ben and Cara have written to her. */
async function scene() {
  const [anna, ben, cara] = (await app.members({ username: 'Anna', premium: true }, 'Ben', 'Cara')) as [
    Person,
    Person,
    Person,
  ]
  await anna.call('POST /api/settings-auto-save', { key: 'read_receipts', value: true })
  const [annas, bens] = [await anna.socket(), await ben.socket()]
  await say(await cara.socket(), anna, 'From Cara')
  const first = await say(bens, anna, 'First')
  const second = await say(bens, anna, 'Second')
  const answer = await say(annas, ben, 'Answer')
  return { anna, ben, annas, bens, first, second, answer, events: received(await anna.socket()) }
}

test('newMessages, received and sent', async () => {
  const { anna, ben, annas, bens, events } = await scene()
  for (const [socket, to] of [
    [bens, anna],
    [annas, ben],
  ] as const) {
    const before = await overviewOf(anna)
    const id = await say(socket, to, 'News')
    // Events of the scene's messages may still arrive.
    let [news] = await events.next('newMessages')
    while (news.messages[0]?.id !== id) [news] = await events.next('newMessages')
    expect(sorted(onNewMessages(before, news))).toEqual(await overviewOf(anna))
  }
})

test('markedRead and messagesRead, for received and sent messages', async () => {
  const { anna, annas, bens, second, answer, events } = await scene()
  for (const [reader, id] of [
    [annas, second],
    [bens, answer],
  ] as const) {
    const before = await overviewOf(anna)
    await reader.emitWithAck('markRead', id)
    const read = await events.next('messagesRead')
    const after = await overviewOf(anna)
    expect(after).not.toEqual(before)
    const patch = onMessagesRead(before, read)
    expect([sorted(patch.overview), patch.exact]).toEqual([after, true])
    let patched = before
    while (events.names().includes('markedRead')) {
      patched = onMarkedRead(patched, (await events.next('markedRead'))[0])
    }
    expect(sorted(patched)).toEqual(after)
  }
})

test('more unread messages than the overview contains: exact, or the patch reports that it is not', async () => {
  const { anna, ben, annas, bens, second, events } = await scene()
  // More than the limit, as in conversations older than the limit.
  await sql`
    insert into message (sender_id, receiver_id, text, ts)
    select ${ben.id}::bigint, ${anna.id}::bigint, 'Number ' || n, 1700000000 + n
    from generate_series(1, 150) n`.execute(app.db)
  await sql`update relation set messages = messages + 150
    where least(me, other) = least(${anna.id}::bigint, ${ben.id}::bigint)
      and greatest(me, other) = greatest(${anna.id}::bigint, ${ben.id}::bigint)`.execute(app.db)
  const full = await overviewOf(anna)
  expect(full.u.reduce((sum, { unread }) => sum + unread, 0)).toBe(153)
  expect(full.m.filter(({ s }) => s === ben.id)).toHaveLength(100)

  const id = await say(bens, anna, 'x'.repeat(2000))
  let [news] = await events.next('newMessages')
  while (news.messages[0]?.id !== id) [news] = await events.next('newMessages')
  const more = await overviewOf(anna)
  expect(sorted(onNewMessages(full, news))).toEqual(more)

  const middle = more.m.filter(({ s }) => s === ben.id)[50]?.id ?? 0
  for (const [upTo, isExact] of [
    [second, false],
    [middle, true],
    [id, true],
  ] as const) {
    const before = await overviewOf(anna)
    await annas.emitWithAck('markRead', upTo)
    const patch = onMessagesRead(before, await events.next('messagesRead'))
    expect(patch.exact, `up to ${upTo}`).toBe(isExact)
    if (isExact) expect(sorted(patch.overview)).toEqual(await overviewOf(anna))
  }
})

test('deleted and removed: exact, or the patch reports that it is not', async () => {
  const { anna, annas, bens, first, second, answer, events } = await scene()
  await annas.emitWithAck('markRead', first)
  const exact: boolean[] = []
  for (const [by, id] of [
    [bens, second],
    [annas, answer],
    [annas, first],
  ] as const) {
    const before = await overviewOf(anna)
    await by.emitWithAck('delete', id)
    const [gone] = await events.next('deleted')
    const patched = onDeleted(before, gone)
    exact.push(patched.exact)
    if (patched.exact) expect(sorted(patched.overview)).toEqual(await overviewOf(anna))
  }
  expect(exact).toEqual([false, true, true])
})

test('an open conversation: receiveMessage, messagesRead, deleted', async () => {
  const { anna, ben, annas, bens, second } = await scene()
  const chat = await anna.socket({ receiver_id: ben.id })
  const events = received(chat)
  const fetched = async () => {
    await chat.emitWithAck('fetchMessages', { receiver_id: ben.id })
    const [messages, page] = await events.next('messageHistory')
    return { type: 'page', messages, page } as const
  }
  let mine = changeConversation(opening([]), await fetched())
  const expectRefetched = async () => expect(mine.messages).toEqual((await fetched()).messages)

  const third = await say(bens, anna, 'Third')
  let [message] = await events.next('receiveMessage')
  while (message.id !== third) [message] = await events.next('receiveMessage')
  mine = changeConversation(mine, { type: 'received', message })
  await expectRefetched()
  await annas.emitWithAck('markRead', second)
  const [sender, reader, upTo] = await events.next('messagesRead')
  mine = changeConversation(mine, { type: 'read', sender, reader, upTo })
  await expectRefetched()
  await bens.emitWithAck('delete', second)
  mine = changeConversation(mine, { type: 'deleted', id: (await events.next('deleted'))[0] })
  await expectRefetched()
})

test('[P3 §10] reacted: set by either member, changed and removed, in the overview and in an open conversation', async () => {
  const { anna, ben, annas, bens, second, answer, events } = await scene()
  const chat = await anna.socket({ receiver_id: ben.id })
  const inChat = received(chat)
  const fetched = async () => {
    await chat.emitWithAck('fetchMessages', { receiver_id: ben.id })
    const [messages, page] = await inChat.next('messageHistory')
    return { type: 'page', messages, page } as const
  }
  let mine = changeConversation(opening([]), await fetched())
  for (const [by, id, emoji] of [
    [bens, answer, '❤️'],
    [annas, answer, '😂'],
    [bens, answer, '🔥'],
    [annas, second, '👍'],
    [bens, answer, null],
    [annas, answer, null],
  ] as const) {
    const before = await overviewOf(anna)
    expect(await by.emitWithAck('react', { id, emoji })).toMatchObject({ ok: true })
    const [change] = await events.next('reacted')
    expect(sorted(onReacted(before, change))).toEqual(await overviewOf(anna))
    const [reaction] = await inChat.next('reacted')
    mine = changeConversation(mine, { type: 'reacted', partnerId: ben.id, ...reaction })
    expect(mine.messages).toEqual((await fetched()).messages)
    // Refetching a page keeps the same objects, so that it is not rendered again.
    expect(
      changeConversation(mine, await fetched()).messages.every((one, n) => one === mine.messages[n]),
    ).toBe(true)
  }
})
