import { expect, test } from 'vitest'
import { firstMissing } from './first-missing'

test('returns the first missing condition, or null if nothing is missing', () => {
  expect(firstMissing([true, 'a'], [false, 'b'], [false, 'c'])).toBe('b')
  expect(firstMissing([true, 'a'])).toBeNull()
  expect(firstMissing()).toBeNull()
})
