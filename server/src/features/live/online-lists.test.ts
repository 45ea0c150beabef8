import { ONLINE_MAX } from '@rosella/contract/live/stream'
import { expect, test } from 'vitest'
import { onlineLists } from './online-lists'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('[D10] a list leaves out oneself and whom one may not see, wherever they stand in it', () => {
  const listFor = onlineLists([31, 2, 1, 12, 3])
  expect(listFor([99])).toBe('1,2,3,12,31')
  expect(listFor([1])).toBe('2,3,12,31')
  expect(listFor([31, 2, 99])).toBe('1,3,12')
  expect(listFor([2, 3, 1])).toBe('12,31')
  expect(listFor([1, 2, 3, 12, 31])).toBe('')
  expect(onlineLists([])([1])).toBe('')
})

test('[D10] of more than fit, the most recently active that one may see', () => {
  const recentFirst = upTo(ONLINE_MAX + 3).reverse()
  const hidden = [1, 500, ONLINE_MAX + 3]
  expect(onlineLists(recentFirst)(hidden)).toBe(
    upTo(ONLINE_MAX + 3)
      .filter((id) => !hidden.includes(id))
      .join(','),
  )
  expect(onlineLists(recentFirst)([ONLINE_MAX])).toBe(
    [...upTo(ONLINE_MAX + 3).slice(2, ONLINE_MAX - 1), ONLINE_MAX + 1, ONLINE_MAX + 2, ONLINE_MAX + 3].join(
      ',',
    ),
  )
})
