import type { FaultyPart } from '../failure'
import type { PoolMetrics, ReplicaState } from '../ports/database'

export interface JobBacklog {
  waiting: number
  running: number
  dead: number
  /** The one that should have been begun longest ago; null when none is late. */
  oldest_due_ts: number | null
}

export const jobOutcomes = ['done', 'failed', 'retried', 'dead'] as const
export type JobOutcome = (typeof jobOutcomes)[number]
/** How often, since this process began. A try that fails is counted as failed, and as retried or dead as well. */
export type JobTotals = Record<JobOutcome, number>

/** The jobs in numbers, for /metrics. */
export interface JobMetrics {
  totals(): ReadonlyMap<string, JobTotals>
  /** Of the whole site. */
  backlog(): Promise<JobBacklog & { oldest_due_seconds: number }>
}

export interface MemberIndexMetrics {
  members: number
  bytes: number
  built_ts: number
  built_in_seconds: number
}

/** Backups by the clock. */
export interface BackupMetrics {
  /** When the last whole one was done; null before the first. */
  last_ts: number | null
  /** What went wrong with the latest; null when nothing did. */
  failure: string | null
}

export interface DiskMetrics {
  place: 'data' | 'backups'
  free_bytes: number
  size_bytes: number
}

/** What moderators have before them. */
export interface QueueMetrics {
  waiting: number
  since_ts: number | null
}

/** What a warning may be about beside the parts that jobs wait for: how many proxies stand in front. */
export type WarnedPart = FaultyPart | 'proxy'

/** What the site stands on; each resolves when it answers. */
export type SitePart = 'database' | 'events' | 'photos'

/** How the site is doing, in numbers: for /metrics, and for the admins' page. */
export interface SiteMetrics {
  jobs: JobMetrics
  parts: Record<SitePart, () => Promise<void>>
  /** Undefined for the embedded database. */
  pool(): PoolMetrics | undefined
  /** Undefined where the site has none. */
  replica(): ReplicaState | undefined
  /** Mails that this process handed over, and tries that failed. */
  mails(): { sent: number; failed: number }
  /** How often this process may have missed events. */
  gaps(): number
  /** What waits for a hand in this process: passwords to be checked, pictures to be made. */
  backlog(): { passwords: number; pictures: number }
  queues(): Promise<Record<string, QueueMetrics>>
  /** Undefined before the first build. */
  index(): MemberIndexMetrics | undefined
  /** Undefined where no backups are made by the clock. */
  backups(): Promise<BackupMetrics> | undefined
  disks(): Promise<DiskMetrics[]>
  /** What has to be mended in the configuration. */
  faults(): { part: WarnedPart; words: string }[]
}
