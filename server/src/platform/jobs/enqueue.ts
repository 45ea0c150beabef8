import type { Emit, Tx } from '../database/transaction'
import type { JobKind, JobPayloads } from './job-kinds'

export interface NewJob<K extends JobKind> {
  kind: K
  payload: JobPayloads[K]
  now: number
  /** At once where nothing else is said. */
  runAt?: number
  /** A job with this key that still waits is enough. */
  dedupeKey?: string
}

/**
 * Leaves work for after the transaction: both are stored or neither. Every process is told, and one does it.
 * A job of the same key that was given up lives again.
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
        .doUpdateSet({ payload, run_ts: runAt, tries: 0, died_ts: null, last_error: null })
        .where('job.died_ts', 'is not', null),
    )
    .execute()
  emit({ kind: 'job.due', job: kind })
}

/** What a job answers whose time has not come: it waits until then, and that it was looked at is no try. */
export class Later {
  constructor(readonly ts: number) {}
}
