import { expect, test } from 'vitest'
import { contactMonths, goneFirst, type PastContact } from './past-contacts'

const contact = (username: string, last_ts: number, gone = false): PastContact => ({
  ref: username,
  username,
  last_ts,
  gone,
})

test('[P3 §6] contacts who are no longer visible come first, then the latest', () => {
  const page = [contact('Anna', 4), contact('Ben', 3, true), contact('Cleo', 2), contact('Dan', 1, true)]
  expect(goneFirst(page).map(({ username }) => username)).toEqual(['Ben', 'Dan', 'Anna', 'Cleo'])
})

test('[P3 §6] lists the months of the last 180 days in the time zone of the site', () => {
  const at = (time: string) => Math.floor(Date.parse(time) / 1000)
  expect(contactMonths(at('2027-02-28T23:00:00+11:00'))).toEqual([
    { value: '2027-02', label: 'February 2027' },
    { value: '2027-01', label: 'January 2027' },
    { value: '2026-12', label: 'December 2026' },
    { value: '2026-11', label: 'November 2026' },
    { value: '2026-10', label: 'October 2026' },
    { value: '2026-09', label: 'September 2026' },
  ])
  // In UTC it is still February.
  expect(contactMonths(at('2027-03-01T00:30:00+11:00'))[0]?.value).toBe('2027-03')
})
