import type { cleanupStates } from '@rosella/contract/admin/shapes'
import type { FaultyPart } from '../failure'
import type { PoolMetrics, ReplicaState } from '../ports/database'

export interface JobBacklog {
  waiting: number
  running: number
  dead: number
  /** When the most overdue job was due; null if none is overdue. */
  oldest_due_ts: number | null
}

/** When the oldest due job of each state was due; null if there is none. Email is all unsent ones. */
export interface JobDelays {
  waiting: number | null
  retried: number | null
  paused: number | null
  email: number | null
}

export const jobOutcomes = ['done', 'failed', 'retried', 'dead'] as const
export type JobOutcome = (typeof jobOutcomes)[number]
/** Since this process started. A failed attempt counts as failed and also as retried or dead. */
export type JobTotals = Record<JobOutcome, number>

/** Job metrics for /metrics. */
export interface JobMetrics {
  totals(): ReadonlyMap<string, JobTotals>
  backlog(): Promise<JobBacklog & { oldest_due_seconds: number }>
  /** How long the oldest due job of each state has been due. */
  delays(): Promise<{ state: string; seconds: number }[]>
  /** Scheduled jobs, with the seconds between two runs and since the last success. */
  schedules(): Promise<{ name: string; interval: number; age: number }[]>
}

export interface MemberIndexMetrics {
  members: number
  bytes: number
  built_ts: number
  built_in_seconds: number
}

/** Scheduled backups. */
export interface BackupMetrics {
  /** When the site was created: without a backup, this is how old the last one would be. */
  site_ts: number
  /** When the last complete backup ended; null before the first. */
  last_ts: number | null
  /** The error of the latest backup; null if it succeeded. */
  failure: string | null
  /** When a restore was last rehearsed successfully. */
  rehearsed_ts: number | null
  /** Why the latest rehearsal failed; null if it succeeded. */
  rehearsal_failure: string | null
}

export interface DiskMetrics {
  place: 'data' | 'backups'
  free_bytes: number
  size_bytes: number
}

/** The store belongs to another database, or an unusual number of files has no row. */
type CleanupState = (typeof cleanupStates)[number]

/** Items waiting for a moderator. */
export interface QueueMetrics {
  waiting: number
  since_ts: number | null
}

/** The parts that a warning may be about: those that jobs wait for, and the numbers of proxies and of connections. */
export type WarnedPart = FaultyPart | 'proxy' | 'connections'

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
  /** Events that this process published, and how many other processes they were sent to. */
  events(): { published: number; delivered: number }
  /** How often this process may have missed events. */
  gaps(): number
  /** Passwords and pictures waiting in this process. */
  backlog(): { passwords: number; pictures: number }
  queues(): Promise<Record<string, QueueMetrics>>
  /** Undefined before the first build. */
  index(): MemberIndexMetrics | undefined
  /** Whether this process makes scheduled backups. */
  hasBackups: boolean
  /** Undefined without scheduled backups. */
  backups(): Promise<BackupMetrics> | undefined
  disks(): Promise<DiskMetrics[]>
  /** Why the cleanup of photo files waits for an admin; null if it doesn't. */
  photoCleanup(): Promise<CleanupState | null>
  /** When the site's certificate expires; undefined without https or a reply. */
  certificate(): Promise<number | undefined>
  /** Faults that the operator must fix. */
  faults(): { part: WarnedPart; words: string }[]
}
