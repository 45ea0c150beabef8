import { sql } from 'kysely'
import type { Emit, Tx } from '../database/transaction'
import type { Clock } from '../ports/clock'
import type { Db } from '../ports/database'
import type { JobBacklog } from '../ports/job-figures'

const DAY = 86_400
const SHOWN = 100

/** What waits, what is in somebody's hands and what was given up; periodic jobs always wait and are not counted. */
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

/** Those given up, the latest first (index job_dead). */
export async function listDeadJobs(db: Db): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, kind, tries, coalesce(last_error, '') as last_error, created_ts, died_ts
    from job where died_ts is not null order by died_ts desc, id desc limit ${SHOWN}`.execute(db)
  return rows
}

/** Its kind; undefined when there is no such job that was given up or waits for the configuration to be mended. */
export async function reviveJob(tx: Tx, emit: Emit, id: number, now: number): Promise<string | undefined> {
  const job = await tx
    .updateTable('job')
    .set({ died_ts: null, tries: 0, run_ts: now })
    .where('id', '=', id)
    .where((e) => e.or([e('died_ts', 'is not', null), e('held_by', 'is not', null)]))
    .returning('kind')
    .executeTakeFirst()
  if (job) emit({ kind: 'job.due', job: job.kind })
  return job?.kind
}

/** What nobody has asked for in a month is let go. */
export const purgeDeadJobs =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (): Promise<void> => {
    await db
      .deleteFrom('job')
      .where('died_ts', '<', clock.now() - 30 * DAY)
      .execute()
  }
