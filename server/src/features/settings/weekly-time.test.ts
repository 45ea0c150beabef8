import { expect, test } from 'vitest'
import { latestDue } from './summary'

const at = (iso: string): number => Date.parse(iso) / 1000

test.each([
  ['the last Monday of summer time', '2027-03-29T08:00:00+11:00'],
  ['the day after the clocks went back', '2027-04-05T08:00:00+10:00'],
  ['the last Monday of winter time', '2027-09-27T08:00:00+10:00'],
  ['the day after the clocks went forward', '2027-10-04T08:00:00+11:00'],
])('[D §8] Mondays 08:00 in Sydney, %s', (_name, monday) => {
  const due = at(monday)
  expect(latestDue(due)).toBe(due)
  expect(latestDue(due + 1)).toBe(due)
  expect(latestDue(due + 3 * 86_400)).toBe(due)
  const before = latestDue(due - 1)
  const hours = (due - before) / 3600
  // The week in which the clocks change is an hour longer or shorter.
  expect([167, 168, 169]).toContain(hours)
  expect(latestDue(before)).toBe(before)
})
