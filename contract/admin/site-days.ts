import { SITE_TIME_ZONE } from '../settings/rules'

/** A day in the site's time zone, from its first second to the first second of the next day. */
export interface SiteDay {
  day: string
  from: number
  to: number
}

/** The local time there, as if it were UTC. */
export const wallClock = (ts: number, timeZone = SITE_TIME_ZONE): number =>
  Date.parse(`${new Date(ts * 1000).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) / 1000

/** When it is this local time; computed twice, because the first guess may be on the other side of a clock change. */
export function instantAt(local: number, timeZone = SITE_TIME_ZONE): number {
  const near = local - (wallClock(local, timeZone) - local)
  return local - (wallClock(near, timeZone) - near)
}

const DAY = 86_400

/** The first second of a day there, or of the day `after` days later. */
export const dayStart = (day: string, after = 0): number =>
  instantAt(Date.parse(`${day}T00:00:00Z`) / 1000 + after * DAY)

/** The last days, oldest first; the last one is today. */
export function lastDays(now: number, count: number): SiteDay[] {
  const today = Math.floor(wallClock(now) / DAY) * DAY
  return Array.from({ length: count }, (_, at) => {
    const day = today - (count - 1 - at) * DAY
    const name = new Date(day * 1000).toISOString().slice(0, 10)
    return { day: name, from: instantAt(day), to: instantAt(day + DAY) }
  })
}
