import { expect, test } from 'vitest'
import { findContacts, monthsOf, type PastContact } from './past-contacts'

const at = (date: string) => Math.floor(Date.parse(`${date}T12:00:00`) / 1000)
const contact = (username: string, date: string, gone = false): PastContact => ({
  ref: `${username} ${date}`,
  username,
  last_ts: at(date),
  gone,
})
const contacts = [
  contact('Ben', '2026-09-02'),
  contact('René', '2026-11-03', true),
  contact('Ben', '2026-10-15', true),
  contact('Benno', '2026-11-10'),
]
const found = (name: string, month = '') => findContacts(contacts, { name, month }).map(({ ref }) => ref)

test('[P3 §6] finds contacts by first name and month; those no longer visible come first, then the latest', () => {
  expect(found('')).toEqual(['René 2026-11-03', 'Ben 2026-10-15', 'Benno 2026-11-10', 'Ben 2026-09-02'])
  expect(found(' ben ')).toEqual(['Ben 2026-10-15', 'Benno 2026-11-10', 'Ben 2026-09-02'])
  expect(found('rene')).toEqual(['René 2026-11-03'])
  expect(found('ben', 'September 2026')).toEqual(['Ben 2026-09-02'])
  expect(found('ben', 'August 2026')).toEqual([])
})

test('lists the months with a contact, the latest first', () => {
  expect(monthsOf(contacts)).toEqual(['November 2026', 'October 2026', 'September 2026'])
})
