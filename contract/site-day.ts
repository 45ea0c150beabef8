import { SITE_TIME_ZONE } from './settings/rules'

let format: Intl.DateTimeFormat | undefined

const MINUTE = 60
let last = { minute: -1, day: '' }

/** The day of a moment where the site is, as '2026-11-15'. Lists ask for many ages at once: a minute is worked out once. */
export function siteDay(ts: number): string {
  const minute = Math.floor(ts / MINUTE)
  if (last.minute === minute) return last.day
  // Opening the tables of the time zones takes a phone as long as a fifth of drawing a profile.
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_TIME_ZONE, dateStyle: 'short' })
  last = { minute, day: format.format(minute * MINUTE * 1000) }
  return last.day
}
