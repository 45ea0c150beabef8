import { expect, test } from 'vitest'
import { calendarDate, isCalendarDate } from './calendar-date'

test('[P1 §5] a real date passes, from numbers or from form text', () => {
  expect(isCalendarDate(1996, 2, 29)).toBe(true)
  expect(isCalendarDate('1996', '02', '1')).toBe(true)
})

test.each([
  [1996, 2, 31],
  [1997, 2, 29],
  [1996, 13, 1],
  [1996, 4, 31],
  [1996, 0, 1],
  [1996, 1, 0],
  [1996, 1.5, 1],
])('[P1 §5] %d-%d-%d is not a real date', (year, month, day) => {
  expect(isCalendarDate(year, month, day)).toBe(false)
})

test.each([
  [undefined, 2, 1],
  [1996, null, 1],
  [1996, 2, ''],
])('[P1 §5] a missing part makes it false', (year, month, day) => {
  expect(isCalendarDate(year, month, day)).toBe(false)
})

test('[P1 §5] month and day are zero-padded to two digits', () => {
  expect(calendarDate(1996, 2, 1)).toBe('1996-02-01')
  expect(calendarDate('1996', '12', '25')).toBe('1996-12-25')
})
