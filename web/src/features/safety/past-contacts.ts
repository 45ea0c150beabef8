import { CONTACT_SECONDS } from '@rosella/contract/safety/rules'
import { siteDay } from '@rosella/contract/site-day'
import type { Reply } from '../../platform/api'

export type PastContact = Reply<'GET /api/past-contacts'>['items'][number]

/** The months of possible contacts, the latest first. Most people remember no more than the month. */
export function contactMonths(now: number): { value: string; label: string }[] {
  const first = siteDay(now - CONTACT_SECONDS).slice(0, 7)
  const months: { value: string; label: string }[] = []
  let [year, month] = siteDay(now).split('-').map(Number) as [number, number]
  for (;;) {
    const value = `${year}-${String(month).padStart(2, '0')}`
    if (value < first) return months
    const date = new Date(Date.UTC(year, month - 1, 15))
    const label = date.toLocaleDateString('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    months.push({ value, label })
    ;[year, month] = month === 1 ? [year - 1, 12] : [year, month - 1]
  }
}

/** A page of contacts; those no longer visible come first. */
export const goneFirst = (page: readonly PastContact[]): PastContact[] =>
  page.toSorted((a, b) => Number(b.gone) - Number(a.gone))
