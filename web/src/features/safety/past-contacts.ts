import type { Reply } from '../../platform/api'

export type PastContact = Reply<'GET /api/past-contacts'>['items'][number]

/** 'November 2026', because most people remember no more than the month. */
const monthOf = (ts: number): string =>
  new Date(ts * 1000).toLocaleDateString('en-AU', { month: 'long', year: 'numeric' })

/** The months of the last contacts, the latest first. */
export const monthsOf = (contacts: readonly PastContact[]): string[] => [
  ...new Set(latestFirst(contacts).map(({ last_ts }) => monthOf(last_ts))),
]

/** Finds contacts by name and month; those no longer visible come first. */
export function findContacts(
  contacts: readonly PastContact[],
  { name, month }: { name: string; month: string },
): PastContact[] {
  const found = latestFirst(contacts).filter(
    ({ username, last_ts }) =>
      folded(username).startsWith(folded(name)) && (month === '' || monthOf(last_ts) === month),
  )
  return [...found.filter(({ gone }) => gone), ...found.filter(({ gone }) => !gone)]
}

const latestFirst = (contacts: readonly PastContact[]): PastContact[] =>
  contacts.toSorted((a, b) => b.last_ts - a.last_ts)

/** Ignores case and accents. */
const folded = (name: string): string =>
  name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en-AU')
