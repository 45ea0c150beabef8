import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/transaction'
import type { FaultyPart } from '../failure'
import type { Db } from '../ports/database'

/** A job that this process has leased. If the lease expires, another process may take it. */
export interface TakenJob {
  id: number
  payload: unknown
  /** Including this one. */
  tries: number
  lease_id: string
  /** The previous process died while running it. */
  interrupted: boolean
  /** The faulty part of the configuration that it waited for. */
  paused_by: FaultyPart | null
}

/** Leases use the database's clock, which all processes share. */
const databaseNow = sql<number>`extract(epoch from clock_timestamp())::bigint`

/** When the job was due before its first failed attempt. */
const FAILING_SINCE = sql<number>`coalesce(failing_since_ts, run_ts)`

/** Queries of the job table; index job_due finds the next job of a kind. */
export class JobQueue {
  constructor(
    private readonly db: Db,
    readonly leaseSeconds: number,
  ) {}

  /** Which of these kinds have due jobs. */
  async dueKinds(kinds: readonly string[], now: number): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      select kind from unnest(${kinds}::text[]) as kinds (kind) where exists (
        select from job j where j.kind = kinds.kind and ${this.#free(now)})`.execute(this.db)
    return rows.map(({ kind }) => kind)
  }

  /** With `takeTurns`, the member's other due jobs go to the end of the queue (index job_of_member). */
  async take(
    kind: string,
    now: number,
    takeTurns = false,
    leaseSeconds = this.leaseSeconds,
  ): Promise<TakenJob | undefined> {
    const behind = sql`, behind as (
        select j.id from job j join next on j.payload ->> 'member_id' = next.member_id
        where j.kind = ${kind} and j.id <> next.id and j.died_ts is null and j.lease_id is null and j.run_ts < ${now}
        for update of j skip locked),
      moved as (update job set run_ts = ${now} from behind where job.id = behind.id)`
    const { rows } = await sql<TakenJob>`
      with next as (
        select j.id, j.lease_id is not null as interrupted, j.payload ->> 'member_id' as member_id from job j
        where j.kind = ${kind} and ${this.#free(now)}
        order by j.run_ts, j.id limit 1 for update skip locked)${takeTurns ? behind : sql``}
      update job set tries = tries + 1, lease_id = gen_random_uuid(),
        lease_until_ts = ${databaseNow} + ${leaseSeconds}::bigint
      from next where job.id = next.id
      returning job.id, job.payload, job.tries, job.lease_id, job.paused_by, next.interrupted`.execute(
      this.db,
    )
    return rows[0]
  }

  #free(now: number) {
    return sql`j.died_ts is null and j.run_ts <= ${now}
      and (j.lease_until_ts is null or j.lease_until_ts <= ${databaseNow})`
  }

  async renew(leases: readonly string[], leaseSeconds = this.leaseSeconds): Promise<void> {
    if (leases.length === 0) return
    await sql`update job set lease_until_ts = ${databaseNow} + ${leaseSeconds}::bigint
      where lease_id = any(${leases}::uuid[])`.execute(this.db)
  }

  async finish({ lease_id }: TakenJob): Promise<void> {
    await this.db.deleteFrom('job').where('lease_id', '=', lease_id).execute()
  }

  /** For another attempt, or for the next run of a scheduled job. */
  async putBack(
    job: TakenJob,
    next: { run_ts: number; last_error?: string; tries?: number; succeeded_ts?: number },
  ): Promise<void> {
    const failing_since_ts = next.last_error === undefined ? null : FAILING_SINCE
    await this.#release(job, { last_error: null, paused_by: null, failing_since_ts, ...next })
  }

  /** Waits until the configuration is fixed; the attempt does not count. */
  async pause(
    job: TakenJob,
    next: { run_ts: number; paused_by: FaultyPart; last_error: string },
  ): Promise<void> {
    await this.#release(job, { ...next, tries: job.tries - 1, failing_since_ts: FAILING_SINCE })
  }

  /** For a job that waits for a limit: it stays late, and the attempt does not count. */
  async postpone(job: TakenJob, run_ts: number): Promise<void> {
    await this.#release(job, { run_ts, tries: job.tries - 1, failing_since_ts: FAILING_SINCE })
  }

  /** For a job that was taken and not started. */
  async giveBack(job: TakenJob): Promise<void> {
    await this.#release(job, { tries: job.tries - 1 })
  }

  /** A dead job keeps no address, because its owner may have been erased. Retrying it then sends nothing. */
  async moveToDeadLetter(job: TakenJob, died_ts: number, last_error: string): Promise<void> {
    await this.#release(job, { died_ts, last_error, paused_by: null, payload: sql`payload - 'address'` })
  }

  async #release(
    { lease_id }: TakenJob,
    change: {
      run_ts?: number
      died_ts?: number
      last_error?: string | null
      failing_since_ts?: RawBuilder<number> | null
      succeeded_ts?: number
      tries?: number
      paused_by?: FaultyPart | null
      payload?: RawBuilder<unknown>
    },
  ): Promise<void> {
    await this.db
      .updateTable('job')
      .set({ ...change, lease_id: null, lease_until_ts: null })
      .where('lease_id', '=', lease_id)
      .execute()
  }

  /** The one row of a scheduled job; a shorter interval than before applies immediately. */
  async ensurePeriodic(kind: string, run_ts: number, created_ts: number): Promise<void> {
    await sql`
      insert into job (kind, dedupe_key, run_ts, created_ts, periodic)
      values (${kind}, ${`periodic ${kind}`}, ${run_ts}, ${created_ts}, true)
      on conflict (dedupe_key) do update set run_ts = least(job.run_ts, excluded.run_ts)`.execute(this.db)
  }

  async makeDue(kind: string, now: number): Promise<void> {
    await this.db.updateTable('job').set({ run_ts: now }).where('kind', '=', kind).execute()
  }
}

export interface RetryPauses {
  /** Seconds before the second try; each pause after it is twice as long. */
  firstPause: number
  longestPause: number
}

/** The pause is shortened by up to a quarter, so that jobs that failed together are not retried together. */
export function retryPause(tries: number, { firstPause, longestPause }: RetryPauses, random: number): number {
  const pause = Math.min(firstPause * 2 ** (tries - 1), longestPause)
  return Math.ceil(pause * (1 - random / 4))
}

/** The progress of a scheduled job's current round; without `reached` the round is done. */
export interface JobCheckpoint {
  mark: number
  reached?: number
}

/** Locks the job's row until the transaction ends, so that a repeated run continues where the last one stopped. */
export async function lockCheckpoint(tx: Tx, name: string): Promise<JobCheckpoint | undefined> {
  const { rows } = await sql<JobCheckpoint>`
    select (payload ->> 'mark')::bigint as mark, (payload ->> 'reached')::bigint as reached
    from job where dedupe_key = ${`periodic ${name}`} for update`.execute(tx)
  const [row] = rows
  return row && { mark: row.mark, reached: row.reached ?? undefined }
}

/** Call it in the transaction that does the work. */
export async function writeCheckpoint(tx: Tx, name: string, mark: JobCheckpoint): Promise<void> {
  await sql`update job set payload = ${JSON.stringify(mark)}::jsonb
    where dedupe_key = ${`periodic ${name}`}`.execute(tx)
}
