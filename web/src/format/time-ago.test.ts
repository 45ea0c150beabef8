import { expect, test } from 'vitest'
import { timeAgo } from './time-ago'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 10, 15, 4, 30)

test.each([
  [0, '<1min ago'],
  [59 * second, '<1min ago'],
  [minute, '1min ago'],
  [59 * minute + 59 * second, '59min ago'],
  [hour, '1hr ago'],
  [24 * hour - 1, '23hr ago'],
  [day, '1d ago'],
  [7 * day - 1, '6d ago'],
  [7 * day, '1wk ago'],
  [30 * day - 1, '4wk ago'],
  [30 * day, '1mo ago'],
  [61 * day, '2mo ago'],
  [365 * day - 1, '11mo ago'],
  [365 * day, '1yr ago'],
  [3653 * day, '10yr ago'],
])('[P1 §9] %d ms ago reads %s', (past, label) => {
  expect(timeAgo(now - past, now)).toBe(label)
})

test('[P1 §9] a time in the future reads <1min ago, because the local clock may be slow', () => {
  expect(timeAgo(now + 5 * minute, now)).toBe('<1min ago')
})
