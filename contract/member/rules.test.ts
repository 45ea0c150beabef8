import { expect, test } from 'vitest'
import { ageAt, feetAndInches, isUrlHash } from './rules'

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 1000

test.each([
  ['1996-11-01', 30],
  ['1996-11-15', 30],
  ['1996-11-16', 29],
  ['1996-12-01', 29],
  ['2008-11-15', 18],
  ['2008-12-01', 17],
])('[P2 §2] someone born on %s is %d on 15 November 2026', (birthday, years) => {
  expect(ageAt(birthday, at(2026, 11, 15))).toBe(years)
})

test('[P2 §2] someone born on 29 February turns a year older on 1 March', () => {
  expect(ageAt('2000-02-29', at(2026, 2, 28))).toBe(25)
  expect(ageAt('2000-02-29', at(2026, 3, 1))).toBe(26)
})

test('[D §3] birthdays start at midnight in Sydney', () => {
  const moment = (text: string) => Date.parse(text) / 1000
  expect(ageAt('2008-12-01', moment('2026-11-30T12:59:59Z'))).toBe(17)
  expect(ageAt('2008-12-01', moment('2026-11-30T13:00:00Z'))).toBe(18)
  expect(ageAt('2008-01-01', moment('2025-12-31T12:59:59Z'))).toBe(17)
  expect(ageAt('2008-01-01', moment('2025-12-31T13:00:00Z'))).toBe(18)
})

test('[P2 §9] feet and inches are rounded before they are split', () => {
  expect(feetAndInches(170)).toEqual({ feet: 5, inches: 7 })
  expect(feetAndInches(182)).toEqual({ feet: 6, inches: 0 })
})

test('[P2 §2] a urlHash is exactly 9 lowercase letters or digits, and never a route', () => {
  expect(isUrlHash('abc123xyz')).toBe(true)
  for (const no of ['favorites', 'questions', 'ABC123XYZ', 'abc123xy', 'abc123xyz0', 'abc-23xyz', '']) {
    expect(isUrlHash(no)).toBe(false)
  }
})
