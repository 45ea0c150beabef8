const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago, in the largest whole unit. A time in the future, due to a slow local clock, counts as now. */
export function timeAgo(then: number, now: number): string {
  const past = now - then
  if (past < minute) return '<1min ago'
  if (past < hour) return `${Math.floor(past / minute)}min ago`
  if (past < day) return `${Math.floor(past / hour)}hr ago`
  const days = Math.floor(past / day)
  if (days < 7) return `${days}d ago`
  if (days < 30) return `${Math.floor(days / 7)}wk ago`
  // Months are 30.44 days on average; day 364 must still be 11 months and not 12.
  if (days < 365) return `${Math.max(1, Math.floor(days / 30.4375))}mo ago`
  return `${Math.floor(days / 365)}yr ago`
}
