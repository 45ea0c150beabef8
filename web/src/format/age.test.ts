import { expect, test } from 'vitest'
import { ageOn } from './age'

test.each([
  ['1996-11-01', 30],
  ['1996-11-15', 30],
  ['1996-11-16', 29],
  ['1996-12-01', 29],
  ['2008-11-15', 18],
  ['2008-12-01', 17],
])('[P2 §2] a birthday on %s makes %d years on 15 November 2026', (birthday, years) => {
  expect(ageOn(birthday, new Date(2026, 10, 15))).toBe(years)
})

test('[P2 §2] someone born on 29 February is a year older on 1 March', () => {
  expect(ageOn('2000-02-29', new Date(2026, 1, 28))).toBe(25)
  expect(ageOn('2000-02-29', new Date(2026, 2, 1))).toBe(26)
})

test('[P2 §2] a full timestamp counts by its date', () => {
  expect(ageOn('1996-11-01T00:00:00.000Z', new Date(2026, 10, 1))).toBe(30)
})
