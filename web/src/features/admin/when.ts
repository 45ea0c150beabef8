import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'

const dateAndTime = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dateAlone = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' })
const dateOnSite = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: SITE_TIME_ZONE })
const dayAlone = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const longDateAlone = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long' })

/** '15 Nov 2026, 7:05 pm AEDT' in the reader's time zone, from seconds. */
export const dateTime = (ts: number): string => dateAndTime.format(ts * 1000)
/** '15 November 2026', from seconds. */
export const longDate = (ts: number): string => longDateAlone.format(ts * 1000)
/** '15 Nov 2026', from seconds. */
export const date = (ts: number): string => dateAlone.format(ts * 1000)
/** 'Sydney', whose days suspensions and Premium end on. */
export const siteTown = SITE_TIME_ZONE.replace(/.*\//, '').replaceAll('_', ' ')
/** '15 Nov 2026 (Sydney time)', from seconds: the day on which something ends, wherever the reader is. */
export const siteDate = (ts: number): string => `${dateOnSite.format(ts * 1000)} (${siteTown} time)`
/** '1,280' */
export const formatNumber = (value: number): string => value.toLocaleString('en-AU')
/** '15 Nov', from '2026-11-15', in any time zone. */
export const formatDay = (day: string): string => dayAlone.format(new Date(day))
