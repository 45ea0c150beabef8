import { expect, test } from 'vitest'
import { systemClock } from './clock'

test('the clock returns Unix time in whole seconds', () => {
  const now = systemClock.now()
  expect(Number.isInteger(now)).toBe(true)
  expect(Math.abs(now - Date.now() / 1000)).toBeLessThan(2)
})
