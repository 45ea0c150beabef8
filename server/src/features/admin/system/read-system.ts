import type { System } from '@rosella/contract/admin/shapes'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import {
  countPausedJobs,
  listDeadJobs,
  listPausedJobs,
  readBacklog,
  reviveJob,
} from '../../../platform/jobs/stopped-jobs'
import type { BackupMetrics, DiskMetrics, SiteMetrics } from '../../../platform/metrics/site-metrics'
import type { Db, ReplicaState } from '../../../platform/ports/database'
import { Problem } from '../../../platform/problem'
import { respondsInTime } from '../../../platform/timing'
import type { Deps } from '../deps'

type Warning = System['warnings'][number]
export type ServiceStatus = System['parts'][number]

const LATE_SECONDS = 900

/**
 * What the one who runs the site has to look at: faults of the configuration, found by asking or met by jobs of any
 * process, then what does not answer, is late, old or full.
 */
async function listWarnings(
  db: Db,
  metrics: Pick<SiteMetrics, 'faults' | 'jobs'>,
  parts: readonly ServiceStatus[],
): Promise<Warning[]> {
  const paused = await countPausedJobs(db)
  const asked = metrics.faults()
  const met = [...paused]
    .filter(([part]) => !asked.some((fault) => fault.part === part))
    .map(([part, { words }]) => ({ part, words }))
  const countOf = (which: string) => [...paused].find(([part]) => part === which)?.[1].count ?? 0
  const faults = [...asked, ...met].map((fault) => ({ ...fault, paused: countOf(fault.part) }))
  const known = new Set<string>(faults.map(({ part }) => part))
  const down = parts
    .filter(({ ok, part }) => !ok && !known.has(part))
    .map(({ part, words }): Warning => ({ part, words, paused: 0 }))
  return [...faults, ...down, ...(await lateJobs(metrics))]
}

async function lateJobs({ jobs }: Pick<SiteMetrics, 'jobs'>): Promise<Warning[]> {
  const { oldest_due_seconds } = await jobs.backlog()
  if (oldest_due_seconds < LATE_SECONDS) return []
  const minutes = Math.floor(oldest_due_seconds / 60)
  return [{ part: 'jobs', words: `The oldest has been due for ${minutes} minutes.`, paused: 0 }]
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1234567 reads '1.2 MB'. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}

const HOUR = 3600
/** A day, and the time that one may take. */
const OLD_BACKUP = 26 * HOUR
const LITTLE_ROOM = 0.1

export function replicaStatus(state: ReplicaState | undefined): ServiceStatus[] {
  if (!state) return []
  const { usable, lag_seconds: lag, fallbacks } = state
  const behind = lag === null ? 'It does not answer' : `It is ${lag.toFixed(1)} s behind`
  const words = usable
    ? `It is read from, ${lag?.toFixed(1)} s behind. The primary answered ${fallbacks} times in its place.`
    : `${behind}: the primary answers in its place.`
  return [{ part: 'replica', ok: usable, words, ts: null }]
}

export function indexStatus(index: ReturnType<SiteMetrics['index']>): ServiceStatus {
  if (!index) return { part: 'index', ok: true, words: 'Being built.', ts: null }
  const words = `${index.members} members in ${formatBytes(index.bytes)}, built in ${index.built_in_seconds.toFixed(1)} s.`
  return { part: 'index', ok: true, words, ts: index.built_ts }
}

export function backupStatus(
  metrics: BackupMetrics | undefined,
  hour: number | undefined,
  now: number,
): ServiceStatus {
  const part = 'backup'
  if (!metrics) return { part, ok: true, words: 'None by the clock: BACKUP_DIR is not set.', ts: null }
  const { last_ts: ts, failure } = metrics
  if (failure !== null) return { part, ok: false, words: `The latest failed: ${failure}`, ts }
  if (ts !== null && now - ts > OLD_BACKUP) {
    const hours = Math.floor((now - ts) / HOUR)
    return { part, ok: false, words: `The last one is ${hours} hours old.`, ts }
  }
  const first = ts === null ? 'The first is being made. ' : ''
  return { part, ok: true, words: `${first}Every day at ${hour}:00.`, ts }
}

const placeWords: Record<DiskMetrics['place'], string> = { data: 'The data folder', backups: 'The backups' }

export const diskStatus = (disks: readonly DiskMetrics[]): ServiceStatus => ({
  part: 'disk',
  ok: disks.every(({ free_bytes, size_bytes }) => free_bytes >= LITTLE_ROOM * size_bytes),
  words: disks.map(freeSpace).join(' '),
  ts: null,
})

const freeSpace = ({ place, free_bytes, size_bytes }: DiskMetrics): string =>
  `${placeWords[place]}: ${formatBytes(free_bytes)} of ${formatBytes(size_bytes)} free.`

/** How the site itself is doing. */
export async function readSystem(deps: Deps): Promise<System> {
  const { db, clock, metrics, about } = deps
  const parts = await readParts(deps)
  return {
    version: about.version,
    parts,
    jobs: await readBacklog(db, clock.now()),
    dead: await listDeadJobs(db),
    paused: await listPausedJobs(db),
    warnings: await listWarnings(db, metrics, parts),
  }
}

async function readParts({
  db,
  clock,
  metrics,
  about: { kinds, backupHour },
}: Deps): Promise<ServiceStatus[]> {
  const now = clock.now()
  const [isHeard, isStored] = await Promise.all([
    respondsInTime(metrics.parts.events),
    respondsInTime(metrics.parts.photos),
  ])
  const { sent, failed } = metrics.emails()
  const faulty = new Map(metrics.faults().map(({ part, words }) => [part, words]))
  const photosAt = kinds.photos === 's3' ? 'The bucket' : 'The folder'
  return [
    { part: 'database', ok: true, words: await databaseWords(db, metrics), ts: null },
    ...replicaStatus(metrics.replica()),
    {
      part: 'events',
      ok: isHeard,
      words:
        kinds.events === 'memory'
          ? 'Within this process.'
          : isHeard
            ? 'Redis answers.'
            : 'Redis does not answer: each process counts alone, and live events arrive late.',
      ts: null,
    },
    {
      part: 'photos',
      ok: isStored && !faulty.has('photos'),
      words: faulty.get('photos') ?? `${photosAt} ${isStored ? 'answers.' : 'does not answer.'}`,
      ts: null,
    },
    {
      part: 'mail',
      ok: !faulty.has('mail'),
      words:
        faulty.get('mail') ??
        `${kinds.mail === 'smtp' ? 'By SMTP' : 'Into a folder: no mail leaves this machine'}. ${sent} sent, ${failed} failed.`,
      ts: null,
    },
    indexStatus(metrics.index()),
    backupStatus(await metrics.backups(), backupHour, now),
    diskStatus(await metrics.disks()),
  ]
}

async function databaseWords(db: Db, metrics: SiteMetrics): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  const name = `PostgreSQL ${rows[0]?.version ?? ''}`
  const pool = metrics.pool()
  if (!pool) return `${name}, embedded.`
  return `${name}, ${pool.open - pool.idle} of ${pool.most} connections in use, ${pool.waiting} waiting.`
}

/** A job that was given up gets all its tries again. */
export async function retryJob(deps: Deps, admin: Viewer, id: number): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const kind = await reviveJob(tx, emit, id, now)
    if (!kind) throw new Problem('job.unknown')
    await recordAudit(tx, admin, now, { action: 'job.retry', after: { id, kind } })
    return {}
  })
}
