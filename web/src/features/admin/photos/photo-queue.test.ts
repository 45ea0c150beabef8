import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import { expect, test } from 'vitest'
import {
  COUNT,
  emptyQueue,
  filenameOf,
  needsMore,
  type PhotoQueue,
  type QueueAction,
  updatePhotoQueue,
} from './photo-queue'

const claimed = (filename: string): ClaimedPhoto =>
  ({ photo: { filename }, others: [], similar: [], seen: [], claimed_until_ts: 0 }) as unknown as ClaimedPhoto
const many = (...filenames: string[]) => filenames.map(claimed)
const play = (from: PhotoQueue, ...actions: QueueAction[]): PhotoQueue =>
  actions.reduce(updatePhotoQueue, from)
const names = ({ items }: PhotoQueue) => items.map(filenameOf).join('')
const approve: QueueAction = { do: 'decide', verdict: { approved: true } }
const add = (filenames: string, until = 1): QueueAction => ({
  do: 'claimed',
  items: many(...filenames),
  until,
})

test('claimed photos keep their place, new ones are appended, decided and skipped ones do not return', () => {
  const full = play(emptyQueue, { do: 'claim' }, add('abcdefgh'))
  expect([names(full), full.supply, needsMore(full)]).toEqual(['abcdefgh', 'more', false])
  const low = play(full, approve, { do: 'skip' }, approve, approve, approve)
  expect([names(low), needsMore(low)]).toEqual(['fgh', true])
  const more = play(low, { do: 'claim' }, approve, add('acbfghij', 9))
  expect([names(more), more.items.map(({ until }) => until)]).toEqual(['ghij', [9, 9, 9, 9]])
  expect(COUNT).toBe(8)
})

test('a short reply ends the queue until it changes', () => {
  const end = play(emptyQueue, { do: 'claim' }, add('a'), approve)
  expect([names(end), end.supply, needsMore(end)]).toEqual(['', 'none', false])
  expect(needsMore(play(end, { do: 'changed' }))).toBe(true)
  expect(play(emptyQueue, { do: 'claim' }, { do: 'changed' }, add('a')).supply).toBe('more')
})

test('undoing a skip puts the photo back in front, but only if the server grants a new claim', () => {
  const done = play(emptyQueue, { do: 'claim' }, add('abc'), approve, { do: 'skip' })
  const back = play(done, { do: 'undo' })
  expect([names(back), back.skipped, needsMore(back)]).toEqual(['bc', [], true])
  expect(names(play(back, { do: 'claim' }, add('bc')))).toBe('bc')
  expect(names(play(back, { do: 'claim' }, add('c')))).toBe('c')
  // The reply was already on its way when the photo was brought back, so claim once more.
  const late = play(done, { do: 'changed' }, { do: 'claim' }, { do: 'undo' }, add('c'))
  expect([names(late), needsMore(late)]).toEqual(['bc', true])
})

test('undoing a decision needs no new claim, and is possible until the decision is sent', () => {
  const done = play(emptyQueue, { do: 'claim' }, add('abc'), approve, { do: 'skip' })
  const [step] = done.steps
  const both = play(done, { do: 'undo' }, { do: 'claim' }, add('bc'), { do: 'undo' })
  expect([names(both), both.decided, both.steps]).toEqual(['abc', [], []])
  expect(names(play(both, { do: 'claim' }, add('c')))).toBe('abc')
  const sent = play(done, { do: 'sent', step: step as NonNullable<typeof step> })
  expect([sent.steps.map(({ verdict }) => verdict), sent.decided]).toEqual([[null], ['a']])
  expect(play(sent, { do: 'undo' }, { do: 'undo' }).steps).toEqual([])
})

test('a decision also shows among the other photos of the same member', () => {
  const b = { ...claimed('b'), others: [{ filename: 'a', approved: null }] } as unknown as ClaimedPhoto
  const queue = play(emptyQueue, { do: 'claim' }, { do: 'claimed', items: [claimed('a'), b], until: 1 })
  const others = ({ items }: PhotoQueue) => items.at(-1)?.others.map(({ approved }) => approved)
  expect(others(play(queue, approve))).toEqual([true])
  expect(others(play(queue, approve, { do: 'undo' }))).toEqual([null])
})

test('a refused decision is dropped, and an undelivered one puts the photo back', () => {
  const done = play(emptyQueue, { do: 'claim' }, add('abc'), approve)
  expect(names(play(done, { do: 'drop', name: 'a' }))).toBe('bc')
  expect(play(done, { do: 'drop', name: 'a' }).steps).toEqual([])
  const [step] = done.steps
  const item = step?.item as NonNullable<typeof step>['item']
  // Behind the photo on screen, because a moderator may be about to decide that one.
  const back = play(done, { do: 'sent', step: step as NonNullable<typeof step> }, { do: 'return', item })
  expect([names(back), back.decided]).toEqual(['bac', []])
  expect(names(play(emptyQueue, { do: 'claim' }, add('a'), approve, { do: 'return', item }))).toBe('a')
})
