import type { CompactMessage, Partner } from '@rosella/contract/messages/shapes'
import { expect, test } from 'vitest'
import type { Unsent } from './drafts'
import { onDeleted, onMarkedRead, onMessagesRead, onNewMessages } from './on-live'
import { type MessageOverview, rowsOf, unreadCount } from './overview'

const me = 1
const received = (id: number, s: number, rd = false): CompactMessage => ({
  ...{ id, s, r: me, t: `From ${s}`, tu: id, dr: false },
  ...{ rd, st: false },
})
const sent = (id: number, r: number): CompactMessage => ({ ...received(id, me), s: me, r, st: true })
const user = (id: number, ch: number, unread = 0): Partner => ({
  ...{ id, ch, ag: 30, ap: 1, cr: 'AU', ct: 'Hobart, TAS', fv: false, m: false },
  ...{ ndp: 0, ph: null, phs: false, rl: false, rr: 0, vf: null, uh: `hash0000${id}`, un: `Name${id}` },
  ...{ unread, scam_warning: false, pictures_warning: false },
})
/** Ben wrote twice after my message to him; I also wrote to Cara. */
const before: MessageOverview = {
  m: [sent(9, 3), received(8, 2), received(7, 2), sent(6, 2)],
  u: [user(2, 5, 2), user(3, 1)],
}
const ids = ({ m }: MessageOverview) => m.map(({ id }) => id)

/** Partners count unread messages, and the tab counts partners. */
const unreadMessages = ({ u }: MessageOverview) => u.reduce((sum, { unread }) => sum + unread, 0)

test('[P2 §2] one row per partner with the latest message of the tab; the inbox has both sides by last activity', () => {
  const shown = (tab: 'unread' | 'inbox' | 'sent') =>
    rowsOf(before, tab).map(({ message, partner }) => [message?.id, partner.un])
  expect(shown('unread')).toEqual([[8, 'Name2']])
  expect(shown('inbox')).toEqual([
    [9, 'Name3'],
    [8, 'Name2'],
  ])
  expect(shown('sent')).toEqual([
    [9, 'Name3'],
    [6, 'Name2'],
  ])
  expect([unreadMessages(before), unreadCount(before)]).toEqual([2, 1])
})

test('[P3 §10] an unsent message shows in the inbox, also before there is a conversation', () => {
  const stored = (id: number, state: 'draft' | 'not-sent', ts: number): [number, Unsent] => {
    const partner = { id, un: `Name${id}`, uh: `hash0000${id}`, ph: null }
    return [id, { text: 'Hi', state, ts, partner }]
  }
  const unsent = new Map([stored(2, 'not-sent', 10.5), stored(4, 'not-sent', 8.5), stored(5, 'draft', 0)])
  const shown = (tab: 'inbox' | 'sent') =>
    rowsOf(before, tab, undefined, unsent).map((row) => [row.partner.id, row.message?.id, row.unsent?.state])
  expect(shown('inbox')).toEqual([
    [2, 8, 'not-sent'],
    [3, 9, undefined],
    [4, undefined, 'not-sent'],
  ])
  expect(shown('sent').map(([id]) => id)).toEqual([3, 2])
})

test('[P3 §10] only the open conversation keeps its row in Unread after it is read', () => {
  const read = onMessagesRead(before, [2, me, 8]).overview
  expect(rowsOf(read, 'unread')).toEqual([])
  expect(rowsOf(read, 'unread', 'hash00002').map(({ message }) => message?.id)).toEqual([8])
  // Cara has not replied.
  expect(rowsOf(read, 'unread', 'hash00003')).toEqual([])
  expect(rowsOf(read, 'sent', 'hash00002').map(({ message }) => message?.id)).toEqual([9, 6])
})

test('[P2 §4] newMessages: the newest comes first and replaces read messages', () => {
  const patched = onNewMessages(before, { messages: [sent(10, 2)], users: [user(2, 6, 2)] })
  expect(ids(patched)).toEqual([10, 9, 8, 7])
  expect(patched.u.find(({ id }) => id === 2)?.ch).toBe(6)
})

test('[P2 §4] markedRead and messagesRead mark messages read, and only the newest read one stays', () => {
  expect(ids(onMarkedRead(onMarkedRead(before, 7), 8))).toEqual([9, 8, 6])
  const read = onMessagesRead(before, [2, me, 8])
  expect([ids(read.overview), unreadMessages(read.overview), read.exact]).toEqual([[9, 8, 6], 0, true])
  expect(onMessagesRead(before, [3, me, 9])).toEqual({ overview: before, exact: true })
  expect(onMessagesRead(before, [me, 3, 9]).overview.m[0]?.rd).toBe(true)
})

test('[P2 §4] deleted: removes the message; exact if the next message is known', () => {
  const newest = onDeleted(before, 8)
  expect([ids(newest.overview), newest.exact]).toEqual([[9, 7, 6], true])
  expect(onDeleted(before, 6).exact).toBe(false)
  expect(onDeleted(before, 99)).toEqual({ overview: before, exact: false })
  const last = onDeleted(before, 9)
  expect([last.exact, last.overview.u.map(({ id }) => id)]).toEqual([true, [2]])
})

/** Ben wrote 250 times; the overview has the newest 100. */
const flood: MessageOverview = {
  m: Array.from({ length: 100 }, (_, n) => received(1250 - n, 2)),
  u: [user(2, 250, 250)],
}

test('the overview has at most 100 unread messages of a partner, but live counts include all of them', () => {
  const more = onNewMessages(flood, { messages: [received(1251, 2)], users: [user(2, 251, 251)] })
  expect([more.m.length, more.m.at(-1)?.id, unreadMessages(more)]).toEqual([100, 1152, 251])

  const all = onMessagesRead(flood, [2, me, 1250])
  expect([ids(all.overview), unreadMessages(all.overview), all.exact]).toEqual([[1250], 0, true])
  const some = onMessagesRead(flood, [2, me, 1200])
  expect([some.overview.m.length, unreadMessages(some.overview), some.exact]).toEqual([50, 50, true])
  // Only messages older than the known ones were read, so their number is unknown.
  expect(onMessagesRead(flood, [2, me, 1100]).exact).toBe(false)

  // The server sends the last 100 ids one by one, then the last id that was read.
  const named = flood.m.reduce((overview, { id }) => onMarkedRead(overview, id), flood)
  const settled = onMessagesRead(named, [2, me, 1250])
  expect([ids(settled.overview), unreadMessages(settled.overview), settled.exact]).toEqual([[1250], 0, true])
  // The message that moves up is not in the overview.
  expect(onDeleted(flood, 1250).exact).toBe(false)
})

test('a long text that arrives live is cut as in the reply of the server', () => {
  const long = { ...received(10, 2), t: 'x'.repeat(2000) }
  const { m } = onNewMessages(before, { messages: [long], users: [user(2, 6, 3)] })
  expect(m[0]?.t).toBe(`${'x'.repeat(500)}...`)
})
