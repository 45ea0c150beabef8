import { expect, test } from 'vitest'
import { lastDays } from './site-days'

const at = (time: string) => Date.parse(time) / 1000

test('a day begins at midnight in Sydney, also where the clocks change', () => {
  const days = lastDays(at('2026-10-05T12:00:00Z'), 3)
  expect(days).toEqual([
    { day: '2026-10-03', from: at('2026-10-02T14:00:00Z'), to: at('2026-10-03T14:00:00Z') },
    { day: '2026-10-04', from: at('2026-10-03T14:00:00Z'), to: at('2026-10-04T13:00:00Z') },
    { day: '2026-10-05', from: at('2026-10-04T13:00:00Z'), to: at('2026-10-05T13:00:00Z') },
  ])
  expect(lastDays(at('2026-04-05T12:00:00Z'), 1)).toEqual([
    { day: '2026-04-05', from: at('2026-04-04T13:00:00Z'), to: at('2026-04-05T14:00:00Z') },
  ])
  // Late in the evening in London it is tomorrow already.
  expect(lastDays(at('2026-11-15T20:00:00Z'), 1)[0]?.day).toBe('2026-11-16')
})
