import { expect, test } from 'vitest'
import { durationWords } from './case-words'

test('how long a case waits, in the two largest units', () => {
  const minute = 60
  const hour = 60 * minute
  const day = 24 * hour
  expect(
    [0, 59, 25 * minute, hour, 3 * hour + 20 * minute, day, 2 * day + 4 * hour + 59].map(durationWords),
  ).toEqual(['0 min', '0 min', '25 min', '1 h', '3 h 20 min', '1 d', '2 d 4 h'])
})
