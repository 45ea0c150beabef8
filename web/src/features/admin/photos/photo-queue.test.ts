import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import { expect, test } from 'vitest'
import {
  COUNT,
  emptyQueue,
  filenameOf,
  mustAsk,
  type PhotoQueue,
  type QueueAction,
  updatePhotoQueue,
} from './photo-queue'

const claimed = (filename: string): ClaimedPhoto =>
  ({ photo: { filename }, others: [], similar: [], claimed_until_ts: 0 }) as unknown as ClaimedPhoto
const many = (...names: string[]) => names.map(claimed)
const play = (from: PhotoQueue, ...actions: QueueAction[]): PhotoQueue =>
  actions.reduce(updatePhotoQueue, from)
const inHand = ({ hand }: PhotoQueue) => hand.map(filenameOf).join('')
const approve: QueueAction = { do: 'decide', verdict: { approved: true } }
const take = (names: string, until = 1): QueueAction => ({ do: 'take', items: many(...names), until })

test('what is in hand keeps its place, what comes is added, what was decided or skipped does not come back', () => {
  const full = play(emptyQueue, { do: 'ask' }, take('abcdefgh'))
  expect([inHand(full), full.supply, mustAsk(full)]).toEqual(['abcdefgh', 'more', false])
  const low = play(full, approve, { do: 'skip' }, approve, approve, approve)
  expect([inHand(low), mustAsk(low)]).toEqual(['fgh', true])
  const more = play(low, { do: 'ask' }, approve, take('acbfghij', 9))
  expect([inHand(more), more.hand.map(({ until }) => until)]).toEqual(['ghij', [9, 9, 9, 9]])
  expect(COUNT).toBe(8)
})

test('fewer than asked for are all there are, until the queue is heard of again', () => {
  const end = play(emptyQueue, { do: 'ask' }, take('a'), approve)
  expect([inHand(end), end.supply, mustAsk(end)]).toEqual(['', 'none', false])
  expect(mustAsk(play(end, { do: 'hear' }))).toBe(true)
  expect(play(emptyQueue, { do: 'ask' }, { do: 'hear' }, take('a')).supply).toBe('more')
})

test('undo brings the last one back in front, fresh from the server or not at all', () => {
  const done = play(emptyQueue, { do: 'ask' }, take('abc'), approve, { do: 'skip' })
  const back = play(done, { do: 'undo' })
  expect([inHand(back), back.skipped, mustAsk(back)]).toEqual(['bc', [], true])
  expect(inHand(play(back, { do: 'ask' }, take('bc')))).toBe('bc')
  expect(inHand(play(back, { do: 'ask' }, take('c')))).toBe('c')
  const both = play(back, { do: 'ask' }, take('bc'), { do: 'undo' })
  expect([inHand(both), both.decided, both.steps]).toEqual(['abc', [], []])
  // The answer was on its way when it was brought back: it is asked for once more.
  const late = play(done, { do: 'hear' }, { do: 'ask' }, { do: 'undo' }, take('c'))
  expect([inHand(late), mustAsk(late)]).toEqual(['bc', true])
})

test('beside a photo its member’s others stand as they were decided a moment ago', () => {
  const b = { ...claimed('b'), others: [{ filename: 'a', approved: null }] } as unknown as ClaimedPhoto
  const hand = play(emptyQueue, { do: 'ask' }, { do: 'take', items: [claimed('a'), b], until: 1 })
  const beside = (queue: PhotoQueue) => queue.hand.at(-1)?.others.map(({ approved }) => approved)
  expect(beside(play(hand, approve))).toEqual([true])
  expect(beside(play(hand, approve, { do: 'undo' }))).toEqual([null])
})

test('a refused decision is dropped, one that did not arrive comes back', () => {
  const done = play(emptyQueue, { do: 'ask' }, take('abc'), approve)
  expect(inHand(play(done, { do: 'drop', name: 'a' }))).toBe('bc')
  expect(play(done, { do: 'drop', name: 'a' }).steps).toEqual([])
  expect(inHand(play(done, { do: 'return', name: 'a' }))).toBe('abc')
})
