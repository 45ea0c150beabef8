import { sql } from 'kysely'
import type { Tx } from '../database/transaction'

/** How far a periodic job has come with one of its rounds; without `reached` it is done with it. */
export interface PeriodicMark {
  mark: number
  reached?: number
}

/**
 * What the row of a periodic job says it has done, held until the transaction ends: whoever does it again, after a crash
 * or beside it, goes on from there.
 */
export async function lockMark(tx: Tx, name: string): Promise<PeriodicMark | undefined> {
  const { rows } = await sql<PeriodicMark>`
    select (payload ->> 'mark')::bigint as mark, (payload ->> 'reached')::bigint as reached
    from job where dedupe_key = ${`periodic ${name}`} for update`.execute(tx)
  const [row] = rows
  return row && { mark: row.mark, reached: row.reached ?? undefined }
}

/** In the transaction that does it. */
export async function writeMark(tx: Tx, name: string, mark: PeriodicMark): Promise<void> {
  await sql`update job set payload = ${JSON.stringify(mark)}::jsonb
    where dedupe_key = ${`periodic ${name}`}`.execute(tx)
}
