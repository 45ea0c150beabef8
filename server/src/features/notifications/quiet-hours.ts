const MINUTE = 60
const DAY_MINUTES = 1440

export interface QuietHours {
  /** HH:MM, or empty for none. */
  from: string
  to: string
  timeZone: string
}

/** Creating a format costs more than all its uses. Spellings of one zone differ only in case, which bounds the cache. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const zone = timeZone.toLowerCase()
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * When the current quiet hours end: the first whole minute outside them in the zone's local time, even if the
 * clocks change in between. Undefined outside quiet hours, or if there are none.
 */
export function quietUntil(now: number, { from, to, timeZone }: QuietHours): number | undefined {
  if (from === '' || to === '' || from === to) return undefined
  const format = formatOf(timeZone)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const minuteAt = (ts: number): number => minutesOf(format.format(ts * 1000))
  const isQuiet = (ts: number): boolean => {
    const minute = minuteAt(ts)
    return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end
  }
  if (!isQuiet(now)) return undefined
  const thisMinute = now - (now % MINUTE)
  let ts = thisMinute + ((end - minuteAt(now) + DAY_MINUTES) % DAY_MINUTES) * MINUTE
  // The clocks may have changed in between.
  while (isQuiet(ts)) ts += MINUTE
  while (!isQuiet(ts - MINUTE)) ts -= MINUTE
  return ts
}
