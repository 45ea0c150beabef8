import { expect, test } from 'vitest'
import { firstMissing } from './first-missing'

test('of several things that are missing the first is named, and none when nothing is', () => {
  expect(firstMissing([true, 'a'], [false, 'b'], [false, 'c'])).toBe('b')
  expect(firstMissing([true, 'a'])).toBeNull()
  expect(firstMissing()).toBeNull()
})
