import { sql } from 'kysely'
import { purge } from '../database/purge'
import type { Emit, Tx } from '../database/transaction'
import type { FaultyPart } from '../failure'
import type { JobBacklog, JobDelays } from '../metrics/site-metrics'
import type { Db } from '../ports/database'
import type { Services } from '../services'

const DAY = 86_400
const SHOWN = 100

/**
 * Waiting, running and dead jobs, without the scheduled ones, which always wait. A job that is retried or paused has been
 * due since before its first attempt.
 */
export async function readBacklog(db: Db, now: number): Promise<JobBacklog> {
  const { rows } = await sql<JobBacklog>`
    select count(*) filter (where died_ts is null and not taken)::int as waiting,
      count(*) filter (where taken)::int as running,
      count(*) filter (where died_ts is not null)::int as dead,
      min(due_ts) filter (where died_ts is null and not taken and due_ts <= ${now}) as oldest_due_ts
    from (select *, coalesce(lease_until_ts > extract(epoch from clock_timestamp()), false) as taken,
        coalesce(failing_since_ts, run_ts) as due_ts
      from job where not periodic) as j`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, dead: 0, oldest_due_ts: null }
}

/** When the oldest due job of each state was due: never tried, failed and retried, or paused by a faulty configuration. */
export async function readDelays(db: Db, now: number): Promise<JobDelays> {
  const { rows } = await sql<JobDelays>`
    select min(due_ts) filter (where failing_since_ts is null) as waiting,
      min(due_ts) filter (where failing_since_ts is not null and paused_by is null) as retried,
      min(due_ts) filter (where paused_by is not null) as paused,
      min(due_ts) filter (where kind like '%-mail') as email
    from (select *, coalesce(failing_since_ts, run_ts) as due_ts from job
      where not periodic and died_ts is null) as j
    where due_ts <= ${now}`.execute(db)
  return rows[0] ?? { waiting: null, retried: null, paused: null, email: null }
}

/** When each of these scheduled jobs last succeeded, or was first scheduled. */
export async function readLastSuccesses(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; ts: number }>`
    select kind, coalesce(succeeded_ts, created_ts) as ts from job
    where dedupe_key = any(${names.map((name) => `periodic ${name}`)}::text[])`.execute(db)
  return new Map(rows.map(({ kind, ts }) => [kind, ts]))
}

export interface DeadJob {
  id: number
  kind: string
  tries: number
  last_error: string
  created_ts: number
  died_ts: number
}

/** The latest first (index job_dead). */
export async function listDeadJobs(db: Db): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, kind, tries, coalesce(last_error, '') as last_error, created_ts, died_ts
    from job where died_ts is not null order by died_ts desc, id desc limit ${SHOWN}`.execute(db)
  return rows
}

/** Returns the job's kind; undefined unless the job is dead or waits for the configuration to be fixed. */
export async function reviveJob(tx: Tx, emit: Emit, id: number, now: number): Promise<string | undefined> {
  const job = await tx
    .updateTable('job')
    .set({ died_ts: null, tries: 0, run_ts: now, failing_since_ts: null })
    .where('id', '=', id)
    .where((e) => e.or([e('died_ts', 'is not', null), e('paused_by', 'is not', null)]))
    .returning('kind')
    .executeTakeFirst()
  if (job) emit({ kind: 'job.due', job: job.kind })
  return job?.kind
}

/** Returns how many dead jobs will run again. */
export async function reviveDeadJobs(tx: Tx, emit: Emit, now: number): Promise<number> {
  const jobs = await tx
    .updateTable('job')
    .set({ died_ts: null, tries: 0, run_ts: now, failing_since_ts: null })
    .where('died_ts', 'is not', null)
    .returning('kind')
    .execute()
  for (const job of new Set(jobs.map(({ kind }) => kind))) emit({ kind: 'job.due', job })
  return jobs.length
}

/** Admins have 30 days to retry a dead job. */
export const deleteDeadJobs =
  (deps: Pick<Services, 'db' | 'clock' | 'log'>) =>
  (signal?: AbortSignal): Promise<void> =>
    purge(deps, signal, [{ table: 'job', where: sql`died_ts < ${deps.clock.now() - 30 * DAY}` }])

export interface PausedJob {
  id: number
  kind: string
  paused_by: FaultyPart
  last_error: string
  created_ts: number
  run_ts: number
}

/** Jobs that wait for the configuration to be fixed, the latest first. */
export async function listPausedJobs(db: Db): Promise<PausedJob[]> {
  const { rows } = await sql<PausedJob>`
    select id, kind, paused_by, coalesce(last_error, '') as last_error, created_ts, run_ts
    from job where paused_by is not null order by id desc limit ${SHOWN}`.execute(db)
  return rows
}

export async function countPausedJobs(db: Db): Promise<Map<FaultyPart, { count: number; words: string }>> {
  const { rows } = await sql<{ part: FaultyPart; count: number; words: string }>`
    select paused_by as part, count(*)::int as count, coalesce(max(last_error), '') as words
    from job where paused_by is not null group by paused_by`.execute(db)
  return new Map(rows.map(({ part, count, words }) => [part, { count, words }]))
}

/** Makes the jobs that waited for this part due. */
export async function resumeJobs(db: Db, part: FaultyPart, now: number): Promise<void> {
  await db
    .updateTable('job')
    .set(({ fn, ref, val }) => ({ paused_by: null, run_ts: fn('least', [ref('run_ts'), val(now)]) }))
    .where('paused_by', '=', part)
    .execute()
}
