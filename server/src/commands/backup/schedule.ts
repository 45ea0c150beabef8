import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { Cron } from 'croner'

/** The latest time until now at which a backup was due: this hour in the site's time zone. */
export function latestBackupDue(hour: number, now: number): number {
  const daily = new Cron(`0 ${hour} * * *`, { timezone: SITE_TIME_ZONE, paused: true })
  // previousRuns excludes the given time itself.
  const [run] = daily.previousRuns(1, new Date((now + 1) * 1000))
  return run ? run.getTime() / 1000 : 0
}

const KEEP_DAYS = 7
const KEEP_WEEKS = 4
const NAME = /^rosella-auto-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(\.part)?$/

export const backupName = (now: number): string =>
  `rosella-auto-${new Date(now * 1000).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

interface BackupFolder {
  name: string
  at: number
  isComplete: boolean
}

function readName(name: string): BackupFolder | undefined {
  const [, date, hour, minute, second, part] = NAME.exec(name) ?? []
  if (!date) return undefined
  const at = Date.parse(`${date}T${hour}:${minute}:${second}Z`) / 1000
  return { name, at, isComplete: part === undefined }
}

/**
 * The folders to delete: all except the latest backup of each of the last seven days and four weeks that have one,
 * and all incomplete ones. Folders with other names are ignored.
 */
export function outdatedBackups(names: readonly string[]): string[] {
  const found = names.flatMap((name) => readName(name) ?? []).sort((a, b) => b.at - a.at)
  const complete = found.filter(({ isComplete }) => isComplete)
  const kept = new Set([
    ...latestOfEach(complete, dayOf, KEEP_DAYS),
    ...latestOfEach(complete, weekOf, KEEP_WEEKS),
  ])
  return found.filter((one) => !kept.has(one)).map(({ name }) => name)
}

const DAY = 86_400
const dayOf = ({ at }: BackupFolder): number => Math.floor(at / DAY)
/** From Monday to Sunday: 1 January 1970 was a Thursday. */
const weekOf = ({ at }: BackupFolder): number => Math.floor((at / DAY + 3) / 7)

function latestOfEach(
  newestFirst: readonly BackupFolder[],
  spanOf: (one: BackupFolder) => number,
  spans: number,
): BackupFolder[] {
  const latest = new Map<number, BackupFolder>()
  for (const one of newestFirst) if (!latest.has(spanOf(one))) latest.set(spanOf(one), one)
  return [...latest.values()].slice(0, spans)
}

/** The newest complete scheduled backup; undefined if there is none. */
export const latestBackup = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => readName(name) ?? [])
    .filter(({ isComplete }) => isComplete)
    .sort((a, b) => b.at - a.at)[0]?.name
