import { cleanupStates } from '@rosella/contract/admin/shapes'
import { Counter, Gauge, type Registry } from 'prom-client'
import { respondsInTime, withMemory } from '../timing'
import { type JobMetrics, jobOutcomes, type SiteMetrics } from './site-metrics'

type Value = number | undefined
type Rows = [labels: Record<string, string>, value: Value][] | undefined

interface Measure {
  name: string
  help: string
  label?: string
  /** For a value that all workers share; by default each has its own. */
  aggregator?: 'max' | 'min'
  /** An unknown metric is left out; the others are still reported. */
  read(): Value | Rows | Promise<Value | Rows>
}

/** Measured first, because the queries of the other metrics take connections too. */
export function measurePool(register: Registry, metrics: Pick<SiteMetrics, 'pool'>): void {
  addGauges(register, [
    {
      name: 'rosella_database_connections',
      help: 'Connections to PostgreSQL: open, idle, maximum, and calls waiting for one',
      label: 'state',
      read: () => {
        const pool = metrics.pool()
        return (
          pool && [
            [{ state: 'open' }, pool.open],
            [{ state: 'idle' }, pool.idle],
            [{ state: 'waiting' }, pool.waiting],
            [{ state: 'most' }, pool.most],
          ]
        )
      },
    },
  ])
}

/**
 * Everything except requests and jobs. docs/operations/monitoring.md lists each name. Whatever asks the database, the
 * photo store or a disk is read with a memory, because metrics matter most while one of them hangs.
 */
export function measureSite(register: Registry, metrics: SiteMetrics, now: () => number): void {
  const ofSite = { aggregator: 'max' } as const
  const parts = Object.entries(metrics.parts).map(
    ([part, ping]) => [part, withMemory(() => respondsInTime(ping))] as const,
  )
  const queues = withMemory(() => metrics.queues())
  const backups = withMemory(async () => metrics.backups())
  const cleanup = withMemory(async () => ({ state: await metrics.photoCleanup() }))
  const certificate = withMemory(() => metrics.certificate())
  const disks = withMemory(() => metrics.disks())
  const gauges: Measure[] = [
    {
      name: 'rosella_part_up',
      help: 'Whether the database, events and photos respond',
      label: 'part',
      aggregator: 'min',
      read: async () =>
        Promise.all(
          parts.map(async ([part, responds]) => [{ part }, Number((await responds()) ?? false)] as const),
        ).then((all) => all.map(([labels, value]) => [labels, value])),
    },
    {
      name: 'rosella_configuration_fault',
      help: 'Whether the operator must fix the configuration of a part, such as a password or key',
      label: 'part',
      ...ofSite,
      read: () => {
        const faulty = new Set<string>(metrics.faults().map(({ part }) => part))
        return ['mail', 'photos'].map((part) => [{ part }, Number(faulty.has(part))])
      },
    },
    {
      name: 'rosella_clock_offset_seconds',
      help: 'How far the clock has jumped since the process started, compared with one that cannot be set',
      read: () => now() - (performance.timeOrigin + performance.now()) / 1000,
    },
    {
      name: 'rosella_work_waiting',
      help: 'Passwords and pictures waiting to be processed',
      label: 'queue',
      read: () => Object.entries(metrics.backlog()).map(([queue, count]) => [{ queue }, count]),
    },
    {
      name: 'rosella_queue_waiting',
      help: 'Cases, photos and verifications waiting for a moderator',
      label: 'queue',
      ...ofSite,
      read: async () =>
        Object.entries((await queues()) ?? {}).map(([queue, { waiting }]) => [{ queue }, waiting]),
    },
    {
      name: 'rosella_queue_oldest_seconds',
      help: 'How long the oldest item has been waiting for a moderator',
      label: 'queue',
      ...ofSite,
      read: async () =>
        Object.entries((await queues()) ?? {}).map(([queue, { since_ts }]) => [
          { queue },
          since_ts === null ? 0 : now() - since_ts,
        ]),
    },
    ...ofIndex(metrics, now),
    {
      name: 'rosella_replica_usable',
      help: 'Whether reads use the replica; 0 while they use the primary',
      aggregator: 'min',
      read: () => replicaOf(metrics, ({ usable }) => Number(usable)),
    },
    {
      name: 'rosella_replica_lag_seconds',
      help: 'Lag of the replica behind the primary',
      ...ofSite,
      read: () => replicaOf(metrics, ({ lag_seconds }) => lag_seconds ?? undefined),
    },
    {
      name: 'rosella_backup_scheduled',
      help: 'Whether this machine makes scheduled backups',
      ...ofSite,
      read: () => Number(metrics.hasBackups),
    },
    {
      name: 'rosella_backup_age_seconds',
      help: 'Time since the last complete scheduled backup, or since the site was created if there is none',
      ...ofSite,
      read: async () => {
        const known = await backups()
        return known && now() - (known.last_ts ?? known.site_ts)
      },
    },
    {
      name: 'rosella_backup_failed',
      help: 'Whether the latest scheduled backup failed',
      ...ofSite,
      read: async () => {
        const known = await backups()
        return known && Number(known.failure !== null)
      },
    },
    {
      name: 'rosella_rehearsal_age_seconds',
      help: 'Time since the restore of a backup was last rehearsed successfully, or since the site was created',
      ...ofSite,
      read: async () => {
        const known = await backups()
        return known && now() - (known.rehearsed_ts ?? known.site_ts)
      },
    },
    {
      name: 'rosella_rehearsal_failed',
      help: 'Whether the latest rehearsal of a restore failed',
      ...ofSite,
      read: async () => {
        const known = await backups()
        return known && Number(known.rehearsal_failure !== null)
      },
    },
    {
      name: 'rosella_photo_cleanup_waits',
      help: 'Whether the cleanup of photo files waits for an admin: a store of another database, or too many files',
      label: 'state',
      ...ofSite,
      read: async () => {
        const known = await cleanup()
        return known && cleanupStates.map((state) => [{ state }, Number(known.state === state)])
      },
    },
    {
      name: 'rosella_certificate_expires_seconds',
      help: "Time until the certificate of the site's address expires",
      ...ofSite,
      read: async () => {
        const expires = await certificate()
        return expires && expires - now()
      },
    },
    {
      name: 'rosella_disk_free_ratio',
      help: 'Free share of the disks of the data and backup folders',
      label: 'place',
      aggregator: 'min',
      read: async () =>
        (await disks())?.map(({ place, free_bytes, size_bytes }) => [
          { place },
          free_bytes / Math.max(1, size_bytes),
        ]),
    },
  ]
  addGauges(register, gauges)
  for (const [name, help, read] of totals(metrics)) {
    new Counter({
      name,
      help,
      labelNames: ['outcome'],
      registers: [register],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(read())) this.inc({ outcome }, count)
      },
    })
  }
}

function addGauges(register: Registry, gauges: readonly Measure[]): void {
  for (const { name, help, label, aggregator, read } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      ...(aggregator ? { aggregator } : {}),
      registers: [register],
      async collect() {
        const value = await Promise.resolve(read()).catch(() => undefined)
        // A gauge without a label has a value of 0 after reset().
        if (label) this.reset()
        else this.remove()
        const rows: Rows = Array.isArray(value) ? value : label ? [] : [[{}, value]]
        for (const [labels, one] of rows) if (one !== undefined) this.set(labels, one)
      },
    })
  }
}

const totals = (metrics: SiteMetrics): [name: string, help: string, read: () => Record<string, number>][] => [
  ['rosella_mails_total', 'Emails sent, and failed attempts', () => metrics.emails()],
  [
    'rosella_events_total',
    'Live events that this process published, and their deliveries to other processes',
    () => metrics.events(),
  ],
  [
    'rosella_event_gaps_total',
    'Times that events may have been missed and clients had to refetch',
    () => ({ gap: metrics.gaps() }),
  ],
  [
    'rosella_replica_reads_total',
    'Reads that fell back from the replica to the primary',
    () => ({ fallback: metrics.replica()?.fallbacks ?? 0 }),
  ],
]

function ofIndex(metrics: SiteMetrics, now: () => number): Measure[] {
  return [
    {
      name: 'rosella_member_index_members',
      help: 'Members in the index',
      read: () => metrics.index()?.members,
    },
    {
      name: 'rosella_member_index_bytes',
      help: 'Memory of the index',
      read: () => metrics.index()?.bytes,
    },
    {
      name: 'rosella_member_index_age_seconds',
      help: 'Time since the last build of the index',
      read: () => {
        const built = metrics.index()?.built_ts
        return built === undefined ? undefined : now() - built
      },
    },
    {
      name: 'rosella_member_index_build_seconds',
      help: 'Duration of the last build of the index',
      read: () => metrics.index()?.built_in_seconds,
    },
  ]
}

function replicaOf(
  metrics: SiteMetrics,
  read: (state: NonNullable<ReturnType<SiteMetrics['replica']>>) => Value,
): Value {
  const state = metrics.replica()
  return state && read(state)
}

export function measureJobs(register: Registry, jobs: JobMetrics): void {
  for (const outcome of jobOutcomes) {
    new Counter({
      name: `rosella_jobs_${outcome}_total`,
      help: `Jobs ${outcome}`,
      labelNames: ['kind'],
      registers: [register],
      collect() {
        this.reset()
        for (const [kind, totals] of jobs.totals()) this.inc({ kind }, totals[outcome])
      },
    })
  }
  const ofSite = { aggregator: 'max' } as const
  const backlog = withMemory(() => jobs.backlog())
  const delays = withMemory(() => jobs.delays())
  const schedules = withMemory(() => jobs.schedules())
  addGauges(register, [
    {
      name: 'rosella_jobs',
      help: 'Jobs of the whole site by state',
      label: 'state',
      ...ofSite,
      read: async () => {
        const known = await backlog()
        return known && (['waiting', 'running', 'dead'] as const).map((state) => [{ state }, known[state]])
      },
    },
    {
      name: 'rosella_jobs_oldest_due_seconds',
      help: 'How long the oldest job has been due: never tried, retried, paused, or any unsent email',
      label: 'state',
      ...ofSite,
      read: async () => (await delays())?.map(({ state, seconds }) => [{ state }, seconds]),
    },
    {
      name: 'rosella_schedule_success_age_seconds',
      help: 'Time since a scheduled job last succeeded',
      label: 'schedule',
      ...ofSite,
      read: async () => (await schedules())?.map(({ name, age }) => [{ schedule: name }, age]),
    },
    {
      name: 'rosella_schedule_interval_seconds',
      help: 'How often a scheduled job runs',
      label: 'schedule',
      ...ofSite,
      read: async () => (await schedules())?.map(({ name, interval }) => [{ schedule: name }, interval]),
    },
  ])
}
