import { SITE_TIME_ZONE } from './settings/rules'

let format: Intl.DateTimeFormat | undefined

const MINUTE = 60
let last = { minute: -1, day: '' }

/** The date in the site's time zone, such as '2026-11-15'. Lists need many ages together, so a minute is cached. */
export function siteDay(ts: number): string {
  const minute = Math.floor(ts / MINUTE)
  if (last.minute === minute) return last.day
  // Created on first use: loading the time zones costs a phone a fifth of the time that it needs to draw a profile.
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_TIME_ZONE, dateStyle: 'short' })
  last = { minute, day: format.format(minute * MINUTE * 1000) }
  return last.day
}

const LONGEST_DAY = 25 * 3600

/** When the next day begins in the site's time zone. */
export function nextSiteDay(ts: number): number {
  const today = siteDay(ts)
  // In minutes, because every time zone is a whole number of them.
  let [before, after] = [Math.floor(ts / MINUTE), Math.ceil((ts + LONGEST_DAY) / MINUTE)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (siteDay(middle * MINUTE) === today) before = middle
    else after = middle
  }
  return after * MINUTE
}
