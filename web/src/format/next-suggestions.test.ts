import { nextSiteDay, siteDay } from '@rosella/contract/site-day'
import { afterEach, expect, test } from 'vitest'
import { nextSuggestions } from './next-suggestions'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})
const at = (time: string) => Date.parse(time) / 1000

test('the next site day begins at midnight in Sydney, also when the clocks change', () => {
  for (const time of ['2026-11-18T10:00:00Z', '2026-04-04T20:00:00Z', '2026-10-03T20:00:00Z']) {
    const next = nextSiteDay(at(time))
    expect(siteDay(next - 1)).toBe(siteDay(at(time)))
    expect(siteDay(next)).not.toBe(siteDay(at(time)))
  }
  expect(nextSiteDay(at('2026-11-18T10:00:00Z'))).toBe(at('2026-11-18T13:00:00Z'))
})

test.each([
  ['Australia/Sydney', 'at midnight'],
  ['Australia/Perth', 'today at 9 pm'],
  ['Australia/Adelaide', 'today at 11:30 pm'],
  ['Pacific/Auckland', 'tomorrow at 2 am'],
])('[P3 §11] in %s, the next suggestions arrive %s', (TZ, label) => {
  process.env.TZ = TZ
  // 8 pm in Sydney and 10 pm in Auckland.
  expect(nextSuggestions(at('2026-11-18T09:00:00Z'))).toBe(label)
})
