import { afterEach, describe, expect, test, vi } from 'vitest'
import { quietUntil } from './notice-email'

afterEach(() => void vi.unstubAllGlobals())

const at = (iso: string) => Date.parse(iso) / 1000
const night = { from: '22:00', to: '07:00', timeZone: 'Australia/Sydney' }
const until = (iso: string, hours = night) => {
  const ts = quietUntil(at(iso), hours)
  return ts === undefined ? undefined : new Date(ts * 1000).toISOString()
}

describe('[P3 §9] quiet hours, 22:00 to 07:00 in the member’s time zone', () => {
  test.each([
    ['a minute before', '2026-11-16T21:59:59+11:00', undefined],
    ['from their start', '2026-11-16T22:00:00+11:00', '2026-11-16T20:00:00.000Z'],
    ['past midnight', '2026-11-17T03:12:45+11:00', '2026-11-16T20:00:00.000Z'],
    ['to the last second', '2026-11-17T06:59:59+11:00', '2026-11-16T20:00:00.000Z'],
    ['and not at their end', '2026-11-17T07:00:00+11:00', undefined],
  ])('%s', (_name, iso, end) => expect(until(iso)).toBe(end))

  test('the night in which clocks go forward is an hour shorter', () => {
    expect(until('2027-10-02T23:00:00+10:00')).toBe('2027-10-02T20:00:00.000Z')
    expect(until('2027-10-03T01:59:59+10:00')).toBe('2027-10-02T20:00:00.000Z')
  })

  test('the night in which clocks go back is an hour longer', () => {
    expect(until('2027-04-03T23:00:00+11:00')).toBe('2027-04-03T21:00:00.000Z')
    expect(until('2027-04-04T02:30:00+11:00')).toBe('2027-04-03T21:00:00.000Z')
    expect(until('2027-04-04T02:30:00+10:00')).toBe('2027-04-03T21:00:00.000Z')
  })

  test('an end that the clocks skip moves to the next minute, and one that occurs twice is the first', () => {
    const half = { ...night, to: '02:30' }
    expect(until('2027-10-03T01:00:00+10:00', half)).toBe('2027-10-02T16:00:00.000Z')
    expect(until('2027-04-04T01:00:00+11:00', half)).toBe('2027-04-03T15:30:00.000Z')
  })

  test('supports hours within a day, other zones, and no quiet hours', () => {
    const noon = { from: '12:00', to: '13:15', timeZone: 'Asia/Kolkata' }
    expect(until('2026-11-16T12:30:00+05:30', noon)).toBe('2026-11-16T07:45:00.000Z')
    expect(until('2026-11-16T13:15:00+05:30', noon)).toBeUndefined()
    expect(until('2026-11-16T23:00:00+11:00', { ...night, from: '' })).toBeUndefined()
    expect(until('2026-11-16T23:00:00+11:00', { ...night, to: '' })).toBeUndefined()
    expect(until('2026-11-16T23:00:00+11:00', { ...night, to: '22:00' })).toBeUndefined()
  })
})

test('spellings of one time zone share a format', () => {
  const Format = Intl.DateTimeFormat
  const made = vi.fn()
  vi.stubGlobal('Intl', {
    DateTimeFormat: class extends Format {
      constructor(...given: ConstructorParameters<typeof Format>) {
        super(...given)
        made()
      }
    },
  })
  // No other test uses this zone, and the formats outlive a test file.
  for (const timeZone of ['Asia/Tokyo', 'asia/tokyo', 'ASIA/TOKYO', 'aSIA/tOKYO'])
    expect(until('2026-11-16T23:00:00+09:00', { ...night, timeZone })).toBe('2026-11-16T22:00:00.000Z')
  expect(made).toHaveBeenCalledTimes(1)
})
