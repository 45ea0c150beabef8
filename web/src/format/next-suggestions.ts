import { nextSiteDay } from '@rosella/contract/site-day'

/** When the next suggestions arrive, in the reader's time: 'at midnight', 'today at 9 pm', 'tomorrow at 1 am'. */
export function nextSuggestions(now: number): string {
  const next = new Date(nextSiteDay(now) * 1000)
  const minutes = next.getMinutes()
  if (next.getHours() === 0 && minutes === 0) return 'at midnight'
  const isToday = next.toDateString() === new Date(now * 1000).toDateString()
  const time = next
    .toLocaleTimeString('en-AU', { hour: 'numeric', ...(minutes === 0 ? {} : { minute: '2-digit' }) })
    // Some browsers put a narrow space before am and pm.
    .replace(/\s/g, ' ')
  return `${isToday ? 'today' : 'tomorrow'} at ${time}`
}
