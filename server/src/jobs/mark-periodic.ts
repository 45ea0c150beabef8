import { sql } from 'kysely'
import type { Tx } from '../database/transaction'

/**
 * Notes in the row of a periodic job what it has done, in the transaction that does it: whoever does it again,
 * after a crash or beside it, is told false.
 */
export async function markPeriodic(tx: Tx, name: string, mark: number): Promise<boolean> {
  const { rows } = await sql`
    update job set payload = jsonb_build_object('mark', ${mark}::bigint)
    where dedupe_key = ${`periodic ${name}`} and (payload ->> 'mark')::bigint is distinct from ${mark}
    returning id`.execute(tx)
  return rows.length > 0
}
