import { SITE_TIME_ZONE } from '../settings/rules'

/** A day of the site's time zone, from its first second to the first of the next. */
export interface SiteDay {
  day: string
  from: number
  to: number
}

/** The clock on the wall there, read as if it were UTC. */
const wallClock = (ts: number): number =>
  Date.parse(
    `${new Date(ts * 1000).toLocaleString('sv-SE', { timeZone: SITE_TIME_ZONE }).replace(' ', 'T')}Z`,
  ) / 1000

/** When a day begins there; looked at twice, because the first look may fall on the other side of a change. */
function midnight(day: number): number {
  const near = day - (wallClock(day) - day)
  return day - (wallClock(near) - near)
}

const DAY = 86_400

/** The first second of a day there, and with `after` of one that many days later. */
export const dayStart = (day: string, after = 0): number =>
  midnight(Date.parse(`${day}T00:00:00Z`) / 1000 + after * DAY)

/** The last days, the oldest first; the last of them is today. */
export function lastDays(now: number, count: number): SiteDay[] {
  const today = Math.floor(wallClock(now) / DAY) * DAY
  return Array.from({ length: count }, (_, at) => {
    const day = today - (count - 1 - at) * DAY
    const name = new Date(day * 1000).toISOString().slice(0, 10)
    return { day: name, from: midnight(day), to: midnight(day + DAY) }
  })
}
