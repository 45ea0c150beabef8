import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { Cron } from 'croner'

/** The latest time at or before now at which a backup was due: this hour on the clocks of the site's time zone. */
export function latestBackupDue(hour: number, now: number): number {
  const daily = new Cron(`0 ${hour} * * *`, { timezone: SITE_TIME_ZONE, paused: true })
  // The runs before a moment do not include the moment itself.
  const [run] = daily.previousRuns(1, new Date((now + 1) * 1000))
  return run ? run.getTime() / 1000 : 0
}

const KEEP_DAYS = 7
const KEEP_WEEKS = 4
const NAME = /^rosella-auto-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(\.part)?$/

export const backupName = (now: number): string =>
  `rosella-auto-${new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

interface Kept {
  name: string
  at: number
  isWhole: boolean
}

function readName(name: string): Kept | undefined {
  const [, date, hour, minute, second, part] = NAME.exec(name) ?? []
  if (!date) return undefined
  const at = Date.parse(`${date}T${hour}:${minute}:${second}Z`) / 1000
  return { name, at, isWhole: part === undefined }
}

/**
 * Which of these folders may go: all but the latest of each of the last seven days and of each of the last four weeks
 * that have one, and what broke off. Names that are not of a backup by the clock are nobody's here.
 */
export function outdatedBackups(names: readonly string[]): string[] {
  const found = names.flatMap((name) => readName(name) ?? []).sort((a, b) => b.at - a.at)
  const whole = found.filter(({ isWhole }) => isWhole)
  const kept = new Set([...latestOfEach(whole, dayOf, KEEP_DAYS), ...latestOfEach(whole, weekOf, KEEP_WEEKS)])
  return found.filter((one) => !kept.has(one)).map(({ name }) => name)
}

const DAY = 86_400
const dayOf = ({ at }: Kept): number => Math.floor(at / DAY)
/** From Monday to Sunday: the first day of 1970 was a Thursday. */
const weekOf = ({ at }: Kept): number => Math.floor((at / DAY + 3) / 7)

/** The latest first, and so the first of each. */
function latestOfEach(newestFirst: readonly Kept[], spanOf: (one: Kept) => number, spans: number): Kept[] {
  const latest = new Map<number, Kept>()
  for (const one of newestFirst) if (!latest.has(spanOf(one))) latest.set(spanOf(one), one)
  return [...latest.values()].slice(0, spans)
}

/** The newest whole one of these folders; undefined where there is none by the clock. */
export const latestBackup = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => readName(name) ?? [])
    .filter(({ isWhole }) => isWhole)
    .sort((a, b) => b.at - a.at)[0]?.name
