import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { expect, test } from 'vitest'
import { activeAgo, type Change, type Conversation, changeConversation, opening } from './conversation'

const [me, ben] = [1, 2]
const message = (id: number, from = ben, rd = false): ChatMessage => ({
  id,
  sender_id: from,
  receiver_id: from === me ? ben : me,
  message: `Number ${id}`,
  ts: 1000 + id,
  dir: from === me ? 'out' : 'in',
  rd,
})
const page = (ids: number[], more = false, before_id?: number): Change => ({
  type: 'page',
  messages: ids.map((id) => message(id)),
  page: { receiver_id: ben, before_id, more },
})
const after = (...changes: Change[]): Conversation => changes.reduce(changeConversation, opening([]))
const ids = ({ messages }: Conversation): number[] => messages.map(({ id }) => id)
const connected: Change = { type: 'connected', now: 10 }
const written = (client_id: string): Change => ({
  type: 'wrote',
  item: { client_id, text: 'Hi', ts: 5, state: 'pending' },
})

test('[P2 §4] history loads on connecting, and older pages are added before it', () => {
  const open = after(connected, page([5, 6, 7], true), { type: 'asked-older' })
  expect([open.link, open.history, ids(open)]).toEqual(['open', 'asked', [5, 6, 7]])
  const whole = changeConversation(open, page([3, 4], false, 5))
  expect([whole.history, ids(whole)]).toEqual(['complete', [3, 4, 5, 6, 7]])
  expect(changeConversation(whole, page([1, 2], false, 5))).toBe(whole)
})

test('a refetched page keeps the messages before it and those received since the request', () => {
  const state = after(page([5, 6], true), page([3, 4], true, 5), { type: 'asked-newest' })
  const live = changeConversation(state, { type: 'received', message: message(9) })
  const fresh = changeConversation(live, page([5, 6, 8], true))
  expect(ids(fresh)).toEqual([3, 4, 5, 6, 8, 9])
  expect(fresh.messages[2]).toBe(state.messages[2])
  expect(fresh.lastReceived?.id).toBe(9)
})

test('after an absence longer than a page, older messages load on demand and no gap is shown', () => {
  const state = after(page([1, 2]), { type: 'disconnected' }, { type: 'asked-newest' }, page([60, 61], true))
  expect([state.history, ids(state)]).toEqual(['more', [60, 61]])
})

test('messages deleted while disconnected disappear, and an older page does not bring back a deleted one', () => {
  const back = after(page([1, 2, 3]), { type: 'asked-newest' }, page([1, 2]))
  expect(ids(back)).toEqual([1, 2])
  const gone = [{ type: 'deleted', id: 2 } as const, page([1, 2])].reduce(changeConversation, back)
  expect(ids(gone)).toEqual([1])
})

test('[P2 §4] messagesRead marks only the messages of its reader', () => {
  const state = after({ type: 'received', message: message(1, me) }, page([]), page([1, 2]))
  const own = after({ type: 'received', message: message(3, me) }, { type: 'received', message: message(4) })
  const read = changeConversation(own, { type: 'read', sender: me, reader: ben, upTo: 4 })
  expect(read.messages.map(({ rd }) => rd)).toEqual([true, false])
  expect(changeConversation(read, { type: 'read', sender: me, reader: ben, upTo: 4 })).toBe(read)
  expect(ids(state)).toEqual([1, 2])
})

test('[D §7] a pending message is stored once, whether the page or the acknowledgement arrives first', () => {
  const pending = after(connected, page([1]), written('a'))
  const stored: Change = { type: 'stored', client_id: 'a', message: message(2, me) }
  expect(pending.outgoing.map(({ state }) => state)).toEqual(['pending'])
  const one = [stored, page([1, 2])].reduce(changeConversation, pending)
  const other = [page([1, 2]), stored].reduce(changeConversation, pending)
  for (const state of [one, other]) expect([ids(state), state.outgoing]).toEqual([[1, 2], []])
})

test('an unanswered message fails, and reconnecting or retrying makes it pending again', () => {
  const failed = after(connected, written('a'), {
    type: 'unanswered',
    client_id: 'a',
    reason: 'An error occurred.',
  })
  expect(failed.outgoing).toMatchObject([{ state: 'unsent', reason: 'An error occurred.' }])
  expect(changeConversation(failed, connected).outgoing).toMatchObject([{ state: 'pending' }])
  expect(changeConversation(failed, written('a')).outgoing).toMatchObject([{ state: 'pending' }])
  expect(changeConversation(failed, { type: 'withdrawn', client_id: 'a' }).outgoing).toEqual([])
})

test('[P3 §10] typing ends with the message or the connection; only the partner’s new reactions are announced, once', () => {
  const typing = after(connected, page([5, 6]), { type: 'typing', on: true })
  expect(typing.typing).toBe(true)
  expect(changeConversation(typing, { type: 'typing', on: true })).toBe(typing)
  expect(changeConversation(typing, { type: 'received', message: message(7) }).typing).toBe(false)
  expect(changeConversation(typing, { type: 'disconnected' }).typing).toBe(false)

  const [hers, his] = [
    { by: me, emoji: '👍' },
    { by: ben, emoji: '🔥' },
  ] as const
  const react = (state: Conversation, id: number, reactions: ChatMessage['reactions'] = []) =>
    changeConversation(state, { type: 'reacted', partnerId: ben, id, reactions })
  const own = react(typing, 6, [hers])
  expect([own.messages[1]?.reactions, own.lastReaction]).toEqual([[hers], undefined])
  const both = react(own, 6, [hers, his])
  expect([both.messages[1]?.reactions, both.lastReaction]).toEqual([[hers, his], '🔥'])
  // A newer message is announced instead, and the old reaction is not announced again.
  const later = changeConversation(both, { type: 'received', message: message(8) })
  expect(react(later, 6, [his]).lastReaction).toBeUndefined()
  expect('reactions' in (react(later, 6).messages[1] ?? {})).toBe(false)
  expect(react(later, 99, [his])).toBe(later)
  // Other messages keep their identity, so they don't re-render; a page brings missed changes.
  expect(both.messages[0]).toBe(typing.messages[0])
  expect(changeConversation(both, page([5, 6])).messages[1]?.reactions).toBeUndefined()
})

test('[P3 §7] a confirmed message stays confirmed however often the connection is lost', () => {
  const item = { client_id: 'a', text: 'Hi', ts: 5, sure: true, state: 'pending' } as const
  const lost: Change[] = [{ type: 'disconnected' }, connected]
  const failed: Change = { type: 'unanswered', client_id: 'a', reason: 'Not sent' }
  const state = after(connected, { type: 'wrote', item }, ...lost, failed, ...lost, ...lost)
  expect(state.outgoing).toEqual([item])
})

test('[P3 §10] an unsent message is sent by itself within 5 minutes, and then waits for the member', () => {
  const lost = after(connected, written('a'), { type: 'disconnected' })
  expect(lost.outgoing).toMatchObject([{ state: 'unsent' }])
  const back = (now: number) => changeConversation(lost, { type: 'connected', now }).outgoing
  expect(back(5 + 300)).toMatchObject([{ state: 'pending' }])
  expect(back(5 + 301)).toMatchObject([{ state: 'unsent' }])
  // The clock was wrong when it was written.
  expect(back(5 - 301)).toMatchObject([{ state: 'unsent' }])
})

test('what another tab wrote, sent or deleted changes here; everything else keeps its state', () => {
  const item = (client_id: string) => ({ client_id, text: 'Hi', ts: 5, state: 'pending' }) as const
  const failed = after(connected, written('a'), { type: 'unanswered', client_id: 'a', reason: 'No' })
  const outbox = (...names: string[]) =>
    changeConversation(failed, { type: 'outbox', items: names.map(item) })
  expect(outbox('a')).toBe(failed)
  expect(outbox('a', 'b').outgoing).toEqual([failed.outgoing[0], item('b')])
  expect(outbox().outgoing).toEqual([])
})

test.each([
  [59_000, 'Active just now'],
  [5 * 60_000, 'Active 5 min ago'],
  [2 * 3_600_000, 'Active 2 h ago'],
  [3 * 86_400_000, 'Active 3 d ago'],
])('%d ms after the partner left, the head reads %s', (past, label) => {
  expect(activeAgo(1e12 - past, 1e12)).toBe(label)
})
