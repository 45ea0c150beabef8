import type { System } from '@rosella/contract/admin/shapes'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { withTransaction } from '../../../platform/database/transaction'
import { renderMail } from '../../../platform/email/template'
import { describeFailure } from '../../../platform/failure'
import type { Viewer } from '../../../platform/http/viewer'
import {
  countPausedJobs,
  listDeadJobs,
  listPausedJobs,
  readBacklog,
  reviveDeadJobs,
  reviveJob,
} from '../../../platform/jobs/stopped-jobs'
import type { BackupMetrics, DiskMetrics, SiteMetrics } from '../../../platform/metrics/site-metrics'
import type { Db, ReplicaState } from '../../../platform/ports/database'
import { Problem } from '../../../platform/problem'
import { respondsInTime } from '../../../platform/timing'
import { readCleanup } from '../../photos/index'
import type { Deps } from '../deps'

type Warning = System['warnings'][number]
export type ServiceStatus = System['parts'][number]

const LATE_SECONDS = 900

/**
 * Warnings for the operator: configuration faults, found by checks or by jobs of any process, then services
 * that don't respond, late jobs, old backups and full disks.
 */
async function listWarnings(
  db: Db,
  metrics: Pick<SiteMetrics, 'faults' | 'jobs'>,
  parts: readonly ServiceStatus[],
): Promise<Warning[]> {
  const paused = await countPausedJobs(db)
  const checked = metrics.faults()
  const fromJobs = [...paused]
    .filter(([part]) => !checked.some((fault) => fault.part === part))
    .map(([part, { words }]) => ({ part, words }))
  const countOf = (which: string) => [...paused].find(([part]) => part === which)?.[1].count ?? 0
  const faults = [...checked, ...fromJobs].map((fault) => ({ ...fault, paused: countOf(fault.part) }))
  const known = new Set<string>(faults.map(({ part }) => part))
  const down = parts
    .filter(({ ok, part }) => !ok && !known.has(part))
    .map(({ part, words }): Warning => ({ part, words, paused: 0 }))
  return [...faults, ...down, ...(await lateJobs(metrics)), ...(await failingSchedules(metrics))]
}

async function lateJobs({ jobs }: Pick<SiteMetrics, 'jobs'>): Promise<Warning[]> {
  const { oldest_due_seconds } = await jobs.backlog()
  if (oldest_due_seconds < LATE_SECONDS) return []
  const minutes = Math.floor(oldest_due_seconds / 60)
  return [{ part: 'jobs', words: `The oldest job has been due for ${minutes} minutes.`, paused: 0 }]
}

/** As in ops/alerts.yml, in one line. Backups have a warning of their own. */
async function failingSchedules({ jobs }: Pick<SiteMetrics, 'jobs'>): Promise<Warning[]> {
  const late = (await jobs.schedules()).filter(
    ({ name, interval, age }) => name !== 'scheduled-backup' && age > 3 * interval + 2 * HOUR,
  )
  if (late.length === 0) return []
  const hours = Math.floor(Math.max(...late.map(({ age }) => age)) / HOUR)
  const names = late.map(({ name }) => name).join(', ')
  const words = `Scheduled jobs last succeeded up to ${hours} hours ago: ${names}.`
  return [{ part: 'jobs', words, paused: 0 }]
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1234567 is '1.2 MB'. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}

const HOUR = 3600
/** A day, plus the time that a backup may take. */
const OLD_BACKUP = 26 * HOUR
const MIN_FREE_SHARE = 0.1

export function replicaStatus(state: ReplicaState | undefined): ServiceStatus[] {
  if (!state) return []
  const { usable, lag_seconds: lag, fallbacks } = state
  const behind = lag === null ? "It isn't responding" : `It is ${lag.toFixed(1)} s behind`
  const words = usable
    ? `In use, ${lag?.toFixed(1)} s behind. The primary replaced it ${fallbacks} times.`
    : `${behind}, so the primary is used instead.`
  return [{ part: 'replica', ok: usable, words, ts: null }]
}

export function indexStatus(index: ReturnType<SiteMetrics['index']>): ServiceStatus {
  if (!index) return { part: 'index', ok: true, words: 'Being built.', ts: null }
  const words = `${index.members} members in ${formatBytes(index.bytes)}, built in ${index.built_in_seconds.toFixed(1)} s.`
  return { part: 'index', ok: true, words, ts: index.built_ts }
}

export function backupStatus(
  metrics: Omit<BackupMetrics, 'site_ts'> | undefined,
  hour: number | undefined,
  now: number,
): ServiceStatus {
  const part = 'backup'
  if (!metrics) return { part, ok: true, words: 'None scheduled, because BACKUP_DIR is not set.', ts: null }
  const { last_ts: ts, failure, rehearsed_ts, rehearsal_failure } = metrics
  if (failure !== null) return { part, ok: false, words: `The latest backup failed: ${failure}`, ts }
  if (ts !== null && now - ts > OLD_BACKUP) {
    const hours = Math.floor((now - ts) / HOUR)
    return { part, ok: false, words: `The last backup is ${hours} hours old.`, ts }
  }
  if (rehearsal_failure !== null)
    return { part, ok: false, words: `A backup could not be restored on trial: ${rehearsal_failure}`, ts }
  const first = ts === null ? 'The first backup is running. ' : ''
  const days = rehearsed_ts === null ? undefined : Math.floor((now - rehearsed_ts) / (24 * HOUR))
  const rehearsed =
    days === undefined ? '' : ` Restored on trial ${days === 0 ? 'today' : `${days} days ago`}.`
  return { part, ok: true, words: `${first}Every day at ${hour}:00.${rehearsed}`, ts }
}

const placeLabels: Record<DiskMetrics['place'], string> = { data: 'The data folder', backups: 'The backups' }

export const diskStatus = (disks: readonly DiskMetrics[]): ServiceStatus => ({
  part: 'disk',
  ok: disks.every(({ free_bytes, size_bytes }) => free_bytes >= MIN_FREE_SHARE * size_bytes),
  words: disks.map(freeSpace).join(' '),
  ts: null,
})

const freeSpace = ({ place, free_bytes, size_bytes }: DiskMetrics): string =>
  `${placeLabels[place]}: ${formatBytes(free_bytes)} of ${formatBytes(size_bytes)} free.`

type Step = System['opening'][number]

const partNamed = (parts: readonly ServiceStatus[], name: ServiceStatus['part']) =>
  parts.find(({ part }) => part === name)

/** The steps of docs/operations/install.md, as far as the site can check them. */
async function readOpening(deps: Deps, parts: readonly ServiceStatus[]): Promise<Step[]> {
  const { site, about, settings } = deps
  const step = (what: Step['what'], ok: boolean, words: string): Step => ({ what, ok, words })
  const [mail, backup] = [partNamed(parts, 'mail'), partNamed(parts, 'backup')]
  const { staff_strong_auth } = await settings.current()
  return [
    step('name', about.set.name, `“${site.name}”. Set SITE_NAME to change it.`),
    step('address', site.url.startsWith('https:'), `${site.url}. Set SITE_URL, which must begin with https.`),
    step(
      'legal',
      about.set.legalAddress,
      about.set.legalAddress ? 'Shown on the legal pages.' : 'Set LEGAL_ADDRESS, which the legal pages show.',
    ),
    step(
      'database',
      about.kinds.database === 'postgres',
      about.kinds.database === 'postgres'
        ? 'PostgreSQL.'
        : 'Embedded, which a power cut can damage. Set DATABASE_URL and move to PostgreSQL.',
    ),
    step('email', about.kinds.mail === 'smtp' && mail?.ok === true, mail?.words ?? ''),
    step('backup', backup?.ok === true && backup.ts !== null, backup?.words ?? ''),
    step(
      'alerts',
      about.set.metricsToken,
      about.set.metricsToken
        ? 'METRICS_TOKEN is set. Prometheus reports whether it reads /metrics.'
        : 'Set METRICS_TOKEN, and let Prometheus read /metrics.',
    ),
    step(
      'staff',
      staff_strong_auth === 1,
      staff_strong_auth === 1
        ? 'Staff need a passkey or two-step verification.'
        : 'Staff can log in with a password only. Change it under Content.',
    ),
  ]
}

/** Not a job, so that the admin sees the mail server's error immediately. */
export async function sendTestEmail(
  { mailer, site, log }: Deps,
  { email }: Viewer,
): Promise<{ sent: boolean; words: string }> {
  const template = {
    title: `A test email from ${site.name}`,
    paragraphs: [
      'If you can read this, the site can send emails.',
      'If it was in your spam folder, the emails of your members will be too. Check the SPF, DKIM and DMARC records of your domain.',
    ],
  }
  try {
    await mailer.send({ to: { address: email }, subject: template.title, ...renderMail(site, template) })
    return { sent: true, words: `Sent to ${email}. Check that it arrives, and not as spam.` }
  } catch (err) {
    log.warn({ err }, 'test email failed')
    return { sent: false, words: describeFailure(err) }
  }
}

/** The state of the site for the admin area. */
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
    opening: await readOpening(deps, parts),
    photo_cleanup: await readCleanup(deps),
  }
}

async function readParts({
  db,
  clock,
  metrics,
  about: { kinds, backupHour },
}: Deps): Promise<ServiceStatus[]> {
  const now = clock.now()
  const [isRedisUp, isStored] = await Promise.all([
    respondsInTime(metrics.parts.events),
    respondsInTime(metrics.parts.photos),
  ])
  const { sent, failed } = metrics.emails()
  const faulty = new Map(metrics.faults().map(({ part, words }) => [part, words]))
  const photosAt = kinds.photos === 's3' ? 'The bucket' : 'The folder'
  return [
    { part: 'database', ok: true, words: await databaseLabel(db, metrics), ts: null },
    ...replicaStatus(metrics.replica()),
    {
      part: 'events',
      ok: isRedisUp,
      words:
        kinds.events === 'memory'
          ? 'In memory, within this process.'
          : isRedisUp
            ? 'Redis is responding.'
            : "Redis isn't responding. Each process counts on its own, and live events arrive late.",
      ts: null,
    },
    {
      part: 'photos',
      ok: isStored && !faulty.has('photos'),
      words: faulty.get('photos') ?? `${photosAt} ${isStored ? 'is responding.' : "isn't responding."}`,
      ts: null,
    },
    {
      part: 'mail',
      ok: !faulty.has('mail'),
      words:
        faulty.get('mail') ??
        `${kinds.mail === 'smtp' ? 'By SMTP' : 'Into a folder, so no email leaves this machine'}. ${sent} sent, ${failed} failed.`,
      ts: null,
    },
    indexStatus(metrics.index()),
    backupStatus(await metrics.backups(), backupHour, now),
    diskStatus(await metrics.disks()),
  ]
}

async function databaseLabel(db: Db, metrics: SiteMetrics): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db)
  const name = `PostgreSQL ${rows[0]?.version ?? ''}`
  const pool = metrics.pool()
  if (!pool) return `${name}, embedded.`
  return `${name}, ${pool.open - pool.idle} of ${pool.most} connections in use, ${pool.waiting} waiting.`
}

/** A dead job gets all its tries again; null retries all dead jobs. */
export async function retryJob(deps: Deps, admin: Viewer, id: number | null): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    if (id === null) {
      const jobs = await reviveDeadJobs(tx, emit, now)
      if (jobs > 0) await recordAudit(tx, admin, now, { action: 'job.retry', after: { jobs } })
      return {}
    }
    const kind = await reviveJob(tx, emit, id, now)
    if (!kind) throw new Problem('job.unknown')
    await recordAudit(tx, admin, now, { action: 'job.retry', after: { id, kind } })
    return {}
  })
}
