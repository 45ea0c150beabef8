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
