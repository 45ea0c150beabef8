import { expect, test } from 'vitest'
import { birthYears, formatDate, isBirthday, isCalendarDate, isOldEnough, yearMonthOf } from './rules'

test.each([
  [1996, 2, 31],
  [1997, 2, 29],
  [1996, 13, 1],
  [1996, 4, 31],
  [1996, 0, 1],
  [1996, 1, 0],
  [undefined, 2, 1],
  [1996, undefined, 1],
  [1996, 2, undefined],
])('[P1 §5] %s-%s-%s is not a real date', (year, month, day) => {
  expect(isCalendarDate(year, month, day)).toBe(false)
})

test('[P1 §5] accepts a real date and writes month and day with two digits', () => {
  expect(isCalendarDate(1996, 2, 29)).toBe(true)
  expect(formatDate(1996, 2, 1)).toBe('1996-02-01')
})

const today = { year: 2026, month: 11 }

test('[P2 §5] the year list has 82 years, from 18 years ago backwards', () => {
  const years = birthYears(today)
  expect([years.length, years[0], years.at(-1)]).toEqual([82, 2008, 1927])
})

test('[P2 §5] excludes months that would make the member under 18', () => {
  expect(isOldEnough({ year: 2008, month: 10 }, today)).toBe(true)
  expect(isOldEnough({ year: 2008, month: 12 }, today)).toBe(false)
})

test('[D §3] excludes anyone who might be 17: the birth month must have ended 18 years ago', () => {
  expect(isOldEnough({ year: 2008, month: 11 }, today)).toBe(false)
  expect(isOldEnough({ year: 2008, month: 11 }, { year: 2026, month: 12 })).toBe(true)
  expect(isOldEnough({ year: 2008, month: 12 }, { year: 2026, month: 12 })).toBe(false)
  expect(isOldEnough({ year: 2008, month: 12 }, { year: 2027, month: 1 })).toBe(true)
  expect(isOldEnough({ year: 2009, month: 1 }, { year: 2027, month: 1 })).toBe(false)
})

test.each([
  // Sydney is eleven hours ahead of UTC in summer and ten in winter.
  ['2026-12-31T12:59:59Z', { year: 2026, month: 12 }],
  ['2026-12-31T13:00:00Z', { year: 2027, month: 1 }],
  ['2026-06-30T13:59:59Z', { year: 2026, month: 6 }],
  ['2026-06-30T14:00:00Z', { year: 2026, month: 7 }],
  ['2027-01-01T12:00:00Z', { year: 2027, month: 1 }],
])('[D §3] uses the month in Sydney: %s', (moment, month) => {
  expect(yearMonthOf(Date.parse(moment) / 1000)).toEqual(month)
})

test.each(['2008-12-01', '2008-11-01', '1926-12-01', '1990-02-02', '1990-13-01', '1990-1-1', 'x', ''])(
  '[P2 §5] rejects the birthday %s',
  (value) => {
    expect(isBirthday(value, today)).toBe(false)
  },
)

test('[P2 §3] accepts the first day of a month, 18 to 99 years ago', () => {
  expect(isBirthday('2008-10-01', today)).toBe(true)
  expect(isBirthday('1927-01-01', today)).toBe(true)
})
