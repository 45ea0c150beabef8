import { Counter, Gauge, type Registry } from 'prom-client'
import { respondsInTime } from '../timing'
import { type JobMetrics, jobOutcomes, type SiteMetrics } from './site-metrics'

type Value = number | undefined
type Rows = [labels: Record<string, string>, value: Value][]

interface Measure {
  name: string
  help: string
  label?: string
  /** How the processes' values are combined; by default they are added. */
  aggregator?: 'max' | 'min'
  /** If it fails, this metric is unknown and the others are still reported. */
  read(): Value | Rows | Promise<Value | Rows>
}

/** Everything except requests and jobs. docs/operations/monitoring.md lists each name. */
export function measureSite(register: Registry, metrics: SiteMetrics, now: () => number): void {
  const ofSite = { aggregator: 'max' } as const
  const gauges: Measure[] = [
    {
      name: 'rosella_part_up',
      help: 'Whether the database, events and photos respond',
      label: 'part',
      aggregator: 'min',
      read: async () =>
        Promise.all(
          Object.entries(metrics.parts).map(
            async ([part, ping]): Promise<Rows[number]> => [{ part }, Number(await respondsInTime(ping))],
          ),
        ),
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
        Object.entries(await metrics.queues()).map(([queue, { waiting }]) => [{ queue }, waiting]),
    },
    {
      name: 'rosella_queue_oldest_seconds',
      help: 'How long the oldest item has been waiting for a moderator',
      label: 'queue',
      ...ofSite,
      read: async () =>
        Object.entries(await metrics.queues()).map(([queue, { since_ts }]) => [
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
      name: 'rosella_backup_age_seconds',
      help: 'Time since the last complete scheduled backup',
      ...ofSite,
      read: async () => {
        const last = (await metrics.backups())?.last_ts
        return last ? now() - last : undefined
      },
    },
    {
      name: 'rosella_backup_failed',
      help: 'Whether the latest scheduled backup failed',
      ...ofSite,
      read: async () => {
        const backups = await metrics.backups()
        return backups && Number(backups.failure !== null)
      },
    },
    {
      name: 'rosella_disk_free_ratio',
      help: 'Free share of the disks of the data and backup folders',
      label: 'place',
      aggregator: 'min',
      read: async () =>
        (await metrics.disks()).map(({ place, free_bytes, size_bytes }) => [
          { place },
          free_bytes / Math.max(1, size_bytes),
        ]),
    },
  ]
  for (const { name, help, label, aggregator, read } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      ...(aggregator ? { aggregator } : {}),
      registers: [register],
      async collect() {
        this.reset()
        const value = await Promise.resolve(read()).catch(() => undefined)
        if (Array.isArray(value)) for (const [labels, one] of value) this.set(labels, one ?? Number.NaN)
        else if (!label) this.set(value ?? Number.NaN)
      },
    })
  }
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

const totals = (metrics: SiteMetrics): [name: string, help: string, read: () => Record<string, number>][] => [
  ['rosella_mails_total', 'Emails sent, and failed attempts', () => metrics.emails()],
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
      aggregator: 'max',
      read: () => metrics.index()?.members,
    },
    {
      name: 'rosella_member_index_bytes',
      help: 'Memory of the index in all processes',
      read: () => metrics.index()?.bytes,
    },
    {
      name: 'rosella_member_index_age_seconds',
      help: 'Time since the last build of the index',
      aggregator: 'max',
      read: () => {
        const built = metrics.index()?.built_ts
        return built === undefined ? undefined : now() - built
      },
    },
    {
      name: 'rosella_member_index_build_seconds',
      help: 'Duration of the last build of the index',
      aggregator: 'max',
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
  // Metrics matter most when the database is down; then these are unknown and the others are still reported.
  const backlog = () => jobs.backlog().catch(() => undefined)
  new Gauge({
    name: 'rosella_jobs',
    help: 'Jobs of the whole site by state',
    labelNames: ['state'],
    aggregator: 'max',
    registers: [register],
    async collect() {
      const known = await backlog()
      for (const state of ['waiting', 'running', 'dead'] as const)
        this.set({ state }, known?.[state] ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'rosella_jobs_oldest_due_seconds',
    help: 'How long the most overdue job of the site has been waiting',
    aggregator: 'max',
    registers: [register],
    async collect() {
      this.set((await backlog())?.oldest_due_seconds ?? Number.NaN)
    },
  })
}
