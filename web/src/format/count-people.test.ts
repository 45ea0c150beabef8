import { expect, test } from 'vitest'
import { countPeople } from './count-people'

test.each([
  [0, '0 people'],
  [1, '1 person'],
  [128, '128 people'],
  [12_800, '12,800 people'],
])('%i reads %s', (count, label) => {
  expect(countPeople(count)).toBe(label)
})
