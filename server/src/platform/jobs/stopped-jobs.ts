import { sql } from 'kysely'
import type { Emit, Tx } from '../database/transaction'
import type { FaultyPart } from '../failure'
import type { JobBacklog } from '../metrics/site-metrics'
import type { Clock } from '../ports/clock'
import type { Db } from '../ports/database'

const DAY = 86_400
const SHOWN = 100

/** Waiting, running and dead jobs, without the scheduled ones, which always wait. */
export async function readBacklog(db: Db, now: number): Promise<JobBacklog> {
  const { rows } = await sql<JobBacklog>`
    select count(*) filter (where died_ts is null and not taken)::int as waiting,
      count(*) filter (where taken)::int as running,
      count(*) filter (where died_ts is not null)::int as dead,
      min(run_ts) filter (where died_ts is null and not taken and run_ts <= ${now}) as oldest_due_ts
    from (select *, coalesce(lease_until_ts > extract(epoch from clock_timestamp()), false) as taken
      from job where not periodic) as j`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, dead: 0, oldest_due_ts: null }
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
    .set({ died_ts: null, tries: 0, run_ts: now })
    .where('id', '=', id)
    .where((e) => e.or([e('died_ts', 'is not', null), e('paused_by', 'is not', null)]))
    .returning('kind')
    .executeTakeFirst()
  if (job) emit({ kind: 'job.due', job: job.kind })
  return job?.kind
}

/** Admins have 30 days to retry a dead job. */
export const deleteDeadJobs =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (): Promise<void> => {
    await db
      .deleteFrom('job')
      .where('died_ts', '<', clock.now() - 30 * DAY)
      .execute()
  }

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
