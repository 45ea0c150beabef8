import type { Emit, Tx } from '../database/transaction'
import type { JobKind, JobPayloads } from './job-kinds'

export interface NewJob<K extends JobKind> {
  kind: K
  payload: JobPayloads[K]
  now: number
  /** Default: now. */
  runAt?: number
  /** Nothing is added while a job with this key is waiting. */
  dedupeKey?: string
}

/**
 * Stores a job with the transaction and announces it after the commit. A dead job with the same key is revived instead.
 */
export async function enqueue<K extends JobKind>(tx: Tx, emit: Emit, job: NewJob<K>): Promise<void> {
  const { kind, now, runAt = now, dedupeKey = null } = job
  const payload = JSON.stringify(job.payload)
  await tx
    .insertInto('job')
    .values({ kind, payload, dedupe_key: dedupeKey, run_ts: runAt, created_ts: now })
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .doUpdateSet({
          payload,
          run_ts: runAt,
          tries: 0,
          died_ts: null,
          last_error: null,
          failing_since_ts: null,
        })
        .where('job.died_ts', 'is not', null),
    )
    .execute()
  // Later ones are found by polling.
  if (runAt <= now) emit({ kind: 'job.due', job: kind })
}

/** Returned by a job that is not due yet: it runs at `ts`, and this run does not count as an attempt. */
export class RunLater {
  constructor(readonly ts: number) {}
}
