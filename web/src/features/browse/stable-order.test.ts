import { expect, test } from 'vitest'
import { hasMoved, inOldOrder } from './stable-order'

const list = (...users: [id: number, photos: number][]) => ({
  total: users.length,
  users: users.map(([id, approved_photos]) => ({ id, approved_photos })),
})

test('keeps the order of a list, updates its cards, and counts as the newest list does', () => {
  const left = list([1, 0], [2, 0], [3, 0])
  const now = list([9, 5], [3, 1], [1, 2], [8, 0])
  expect(inOldOrder(left, now)).toEqual({ total: 4, users: list([1, 2], [2, 0], [3, 1]).users })
  expect(hasMoved(left, now)).toBe(true)
})

test('offers the newest only when members or their order changed', () => {
  expect(hasMoved(list([1, 0], [2, 0]), list([1, 7], [2, 0]))).toBe(false)
  expect(hasMoved(list([1, 0], [2, 0]), list([2, 0], [1, 0]))).toBe(true)
  expect(hasMoved(list([1, 0], [2, 0]), list([1, 0]))).toBe(true)
  // A new member at the end moves nobody.
  expect(hasMoved(list([1, 0]), list([1, 0], [2, 0]))).toBe(false)
})
