import { feetAndInches } from '@rosella/contract/member/rules'
import { expect, test } from 'vitest'
import { countPeople, heightLabel } from './labels'

test('[P2 §9] height shows feet and inches converted from cm, plus cm', () => {
  expect(heightLabel(170)).toBe('5 ft 7 in (170 cm)')
})

test.each([
  [152, 5, 0],
  [168, 5, 6],
  [182, 6, 0],
  [183, 6, 0],
  [198, 6, 6],
])('[P2 §9] %d cm is %d ft %d in', (cm, feet, inches) => {
  expect(feetAndInches(cm)).toEqual({ feet, inches })
})

test('[P2 §9] no height ever shows twelve inches', () => {
  for (let cm = 100; cm <= 250; cm++) expect(feetAndInches(cm).inches).toBeLessThan(12)
})

test.each([
  [0, '0 people'],
  [1, '1 person'],
  [128, '128 people'],
  [12_800, '12,800 people'],
])('%i reads %s', (count, label) => {
  expect(countPeople(count)).toBe(label)
})
