import { expect, test } from 'vitest'
import { messageTime } from './message-time'

// Local times on purpose, because the label is in the reader's time zone.
const now = new Date(2026, 10, 15, 9, 5).getTime()

test('[P1 §9] a message of today shows HH:mm, padded', () => {
  expect(messageTime(new Date(2026, 10, 15, 8, 4).getTime(), now)).toBe('08:04')
})

test('[P1 §9] a message of exactly 24 hours ago still shows only HH:mm', () => {
  expect(messageTime(now - 24 * 60 * 60_000, now)).toMatch(/^\d\d:\d\d$/)
})

test('[P1 §9] a message older than 24 hours has weekday, day, month and the word at', () => {
  expect(messageTime(new Date(2026, 8, 3, 21, 40).getTime(), now)).toBe('Thu 3 Sep at 21:40')
})

test('[P1 §9] a message of another year has the year too', () => {
  expect(messageTime(new Date(2025, 11, 31, 23, 59).getTime(), now)).toBe('Wed 31 Dec 2025 at 23:59')
})

test('[P1 §9] a message of last year but within 24 hours shows only HH:mm', () => {
  const newYear = new Date(2026, 0, 1, 0, 10).getTime()
  expect(messageTime(new Date(2025, 11, 31, 23, 59).getTime(), newYear)).toBe('23:59')
})
