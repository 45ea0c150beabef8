import { sql } from 'kysely'
import type { FaultyPart } from '../ports/configuration-fault'
import type { Db } from '../ports/database'

const SHOWN = 100

export interface HeldJob {
  id: number
  kind: string
  held_by: FaultyPart
  last_error: string
  created_ts: number
  run_ts: number
}

/** Those that wait for the configuration to be mended, the latest first, and how many there are of each part. */
export async function listHeldJobs(db: Db): Promise<HeldJob[]> {
  const { rows } = await sql<HeldJob>`
    select id, kind, held_by, coalesce(last_error, '') as last_error, created_ts, run_ts
    from job where held_by is not null order by id desc limit ${SHOWN}`.execute(db)
  return rows
}

export async function countHeldJobs(db: Db): Promise<Map<FaultyPart, { count: number; words: string }>> {
  const { rows } = await sql<{ part: FaultyPart; count: number; words: string }>`
    select held_by as part, count(*)::int as count, coalesce(max(last_error), '') as words
    from job where held_by is not null group by held_by`.execute(db)
  return new Map(rows.map(({ part, count, words }) => [part, { count, words }]))
}

/** What this stood in the way of is due at once; whoever looks next finds it. */
export async function releaseHeld(db: Db, part: FaultyPart, now: number): Promise<void> {
  await db
    .updateTable('job')
    .set(({ fn, ref, val }) => ({ held_by: null, run_ts: fn('least', [ref('run_ts'), val(now)]) }))
    .where('held_by', '=', part)
    .execute()
}
