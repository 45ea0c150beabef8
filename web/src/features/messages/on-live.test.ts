import type { CompactMessage, UserSummary } from '@rosella/contract/messages/shapes'
import { expect, test } from 'vitest'
import { onDeleted, onMarkedRead, onMessagesRead, onNewMessages } from './on-live'
import { type Overview, rowsOf, unreadCount } from './overview'

const me = 1
const received = (id: number, s: number, rd = false): CompactMessage => ({
  ...{ id, s, r: me, t: `From ${s}`, tu: id, dr: false },
  ...{ rd, st: false },
})
const sent = (id: number, r: number): CompactMessage => ({ ...received(id, me), s: me, r, st: true })
const user = (id: number, ch: number): UserSummary => ({
  ...{ id, ch, ag: 30, ap: 1, cr: 'AU', ct: 'Hobart, TAS', fv: false, m: false },
  ...{ ndp: 0, ph: null, rl: false, rr: 0, uh: `hash0000${id}`, un: `Name${id}` },
})
/** Ben wrote twice, I answered before; I wrote to Cara. */
const before: Overview = {
  m: [sent(9, 3), received(8, 2), received(7, 2), sent(6, 2)],
  u: [user(2, 5), user(3, 1)],
}
const ids = ({ m }: Overview) => m.map(({ id }) => id)

test('[P2 §2] one row per partner with the latest message of the tab; unread are counted one by one', () => {
  const shown = (tab: 'unread' | 'inbox' | 'sent') =>
    rowsOf(before, tab).map(({ message, partner }) => [message.id, partner.un])
  expect(shown('unread')).toEqual([[8, 'Name2']])
  expect(shown('inbox')).toEqual([[8, 'Name2']])
  expect(shown('sent')).toEqual([
    [9, 'Name3'],
    [6, 'Name2'],
  ])
  expect(unreadCount(before)).toBe(2)
})

test('[P2 §4] newMessages: the newest comes first, and replaces what is read', () => {
  const patched = onNewMessages(before, { messages: [sent(10, 2)], users: [user(2, 6)] })
  expect(ids(patched)).toEqual([10, 9, 8, 7])
  expect(patched.u.find(({ id }) => id === 2)?.ch).toBe(6)
})

test('[P2 §4] markedRead and messagesRead mark messages read; only the newest read one stays', () => {
  expect(ids(onMarkedRead(onMarkedRead(before, 7), 8))).toEqual([9, 8, 6])
  const read = onMessagesRead(before, [2, me, 8])
  expect([ids(read), unreadCount(read)]).toEqual([[9, 8, 6], 0])
  expect(onMessagesRead(before, [3, me, 9])).toBe(before)
  expect(onMessagesRead(before, [me, 3, 9]).m[0]?.rd).toBe(true)
})

test('[P2 §4] deleted: removed; exact where what takes its place is known', () => {
  const newest = onDeleted(before, 8)
  expect([ids(newest.overview), newest.exact]).toEqual([[9, 7, 6], true])
  expect(onDeleted(before, 6).exact).toBe(false)
  expect(onDeleted(before, 99)).toEqual({ overview: before, exact: false })
  const last = onDeleted(before, 9)
  expect([last.exact, last.overview.u.map(({ id }) => id)]).toEqual([true, [2]])
})
