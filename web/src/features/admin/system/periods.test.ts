import { expect, test } from 'vitest'
import { isDay, periods } from './periods'

test('the usual periods cover whole months and quarters, also across the turn of the year', () => {
  const seen = (today: string) => periods(today).map(({ label, from, to }) => `${label} ${from} ${to}`)
  expect(seen('2026-11-15')).toEqual([
    'This month 2026-11-01 2026-11-15',
    'Last month 2026-10-01 2026-10-31',
    'Last quarter 2026-07-01 2026-09-30',
    'This year 2026-01-01 2026-11-15',
    'Last year 2025-01-01 2025-12-31',
  ])
  expect(seen('2024-01-03').slice(1, 3)).toEqual([
    'Last month 2023-12-01 2023-12-31',
    'Last quarter 2023-10-01 2023-12-31',
  ])
  expect(seen('2024-03-31')[1]).toBe('Last month 2024-02-01 2024-02-29')
  expect([isDay('2026-02-03'), isDay('2026-2-3'), isDay('2026-13-01'), isDay('')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
