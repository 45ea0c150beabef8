import type { FaultyPart } from '../failure'
import type { PoolMetrics, ReplicaState } from '../ports/database'

export interface JobBacklog {
  waiting: number
  running: number
  dead: number
  /** When the most overdue job was due; null if none is overdue. */
  oldest_due_ts: number | null
}

export const jobOutcomes = ['done', 'failed', 'retried', 'dead'] as const
export type JobOutcome = (typeof jobOutcomes)[number]
/** Since this process started. A failed attempt counts as failed and also as retried or dead. */
export type JobTotals = Record<JobOutcome, number>

/** Job metrics for /metrics. */
export interface JobMetrics {
  totals(): ReadonlyMap<string, JobTotals>
  backlog(): Promise<JobBacklog & { oldest_due_seconds: number }>
}

export interface MemberIndexMetrics {
  members: number
  bytes: number
  built_ts: number
  built_in_seconds: number
}

/** Scheduled backups. */
export interface BackupMetrics {
  /** When the last complete backup ended; null before the first. */
  last_ts: number | null
  /** The error of the latest backup; null if it succeeded. */
  failure: string | null
}

export interface DiskMetrics {
  place: 'data' | 'backups'
  free_bytes: number
  size_bytes: number
}

/** Items waiting for a moderator. */
export interface QueueMetrics {
  waiting: number
  since_ts: number | null
}

/** The parts that a warning may be about: those that jobs wait for, and the number of proxies. */
export type WarnedPart = FaultyPart | 'proxy'

/** The services that the site needs; each ping resolves if the service responds. */
export type SitePart = 'database' | 'events' | 'photos'

/** The site's metrics, for /metrics and for the admins' page. */
export interface SiteMetrics {
  jobs: JobMetrics
  parts: Record<SitePart, () => Promise<void>>
  /** Undefined for the embedded database. */
  pool(): PoolMetrics | undefined
  /** Undefined if the site has no replica. */
  replica(): ReplicaState | undefined
  /** Emails that this process sent, and failed attempts. */
  emails(): { sent: number; failed: number }
  /** How often this process may have missed events. */
  gaps(): number
  /** Passwords and pictures waiting in this process. */
  backlog(): { passwords: number; pictures: number }
  queues(): Promise<Record<string, QueueMetrics>>
  /** Undefined before the first build. */
  index(): MemberIndexMetrics | undefined
  /** Undefined without scheduled backups. */
  backups(): Promise<BackupMetrics> | undefined
  disks(): Promise<DiskMetrics[]>
  /** Faults that the operator must fix. */
  faults(): { part: WarnedPart; words: string }[]
}
