import { expect, test } from 'vitest'
import { partOfDay } from './part-of-day'

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'dawn'],
  [7, 'dawn'],
  [8, 'day'],
  [16, 'day'],
  [17, 'dusk'],
  [19, 'dusk'],
  [20, 'night'],
  [23, 'night'],
] as const)('at %i o’clock the scene shows %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part)
})
