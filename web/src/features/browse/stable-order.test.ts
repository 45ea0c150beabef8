import { expect, test } from 'vitest'
import { hasMoved, inOldOrder } from './stable-order'

type List = Parameters<typeof inOldOrder>[0]

const list = (...users: [id: number, photos: number][]): List => ({
  ago: 'last_active_ts',
  title: 'Recent Activity',
  pages: users.length,
  users: users.map(([id, approved_photos]) => ({ id, approved_photos }) as List['users'][number]),
})

test('keeps the order of a list the member returns to, and updates its cards', () => {
  const left = list([1, 0], [2, 0], [3, 0])
  const now = list([9, 5], [3, 1], [1, 2])
  expect(inOldOrder(left, now).users).toEqual(list([1, 2], [2, 0], [3, 1]).users)
  expect(hasMoved(left, now)).toBe(true)
})

test('offers the newest only when members or their order changed', () => {
  expect(hasMoved(list([1, 0], [2, 0]), list([1, 7], [2, 0]))).toBe(false)
  expect(hasMoved(list([1, 0], [2, 0]), list([2, 0], [1, 0]))).toBe(true)
  expect(hasMoved(list([1, 0], [2, 0]), list([1, 0]))).toBe(true)
})
