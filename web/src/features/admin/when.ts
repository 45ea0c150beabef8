const dateAndTime = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' })
const dateAlone = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' })

/** '15 Nov 2026, 7:05 pm', from seconds. */
export const dateTime = (ts: number): string => dateAndTime.format(ts * 1000)
const dayAlone = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '15 Nov 2026', from seconds. */
export const date = (ts: number): string => dateAlone.format(ts * 1000)
/** '1,280' */
export const formatNumber = (value: number): string => value.toLocaleString('en-AU')
/** '15 Nov', from '2026-11-15', in any time zone. */
export const formatDay = (day: string): string => dayAlone.format(new Date(day))
