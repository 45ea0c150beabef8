import { expect, test } from 'vitest'
import { siteDay } from '../site-day'
import { dayStart, lastDays } from './site-days'

test('days follow the site’s time zone, also when the clocks change', () => {
  const hours = (day: string) => (dayStart(day, 1) - dayStart(day)) / 3600
  expect(new Date(dayStart('2026-11-01') * 1000).toISOString()).toBe('2026-10-31T13:00:00.000Z')
  expect(new Date(dayStart('2026-07-01') * 1000).toISOString()).toBe('2026-06-30T14:00:00.000Z')
  expect([hours('2026-10-04'), hours('2026-04-05'), hours('2026-04-06')]).toEqual([23, 25, 24])
  expect([siteDay(dayStart('2026-11-01')), siteDay(dayStart('2026-11-01') - 1)]).toEqual([
    '2026-11-01',
    '2026-10-31',
  ])
})

const at = (time: string) => Date.parse(time) / 1000

test('days begin at midnight in Sydney, also when the clocks change', () => {
  const days = lastDays(at('2026-10-05T12:00:00Z'), 3)
  expect(days).toEqual([
    { day: '2026-10-03', from: at('2026-10-02T14:00:00Z'), to: at('2026-10-03T14:00:00Z') },
    { day: '2026-10-04', from: at('2026-10-03T14:00:00Z'), to: at('2026-10-04T13:00:00Z') },
    { day: '2026-10-05', from: at('2026-10-04T13:00:00Z'), to: at('2026-10-05T13:00:00Z') },
  ])
  expect(lastDays(at('2026-04-05T12:00:00Z'), 1)).toEqual([
    { day: '2026-04-05', from: at('2026-04-04T13:00:00Z'), to: at('2026-04-05T14:00:00Z') },
  ])
  // Late in the evening in London it is already tomorrow in Sydney.
  expect(lastDays(at('2026-11-15T20:00:00Z'), 1)[0]?.day).toBe('2026-11-16')
})
