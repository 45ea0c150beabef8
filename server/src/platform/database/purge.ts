import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Services } from '../services'
import type { Tables } from './tables'

export interface Purge {
  table: keyof Tables
  /** Which rows are old; the table has the name of `as`, or its own. */
  where: RawBuilder<SqlBool>
  as?: string
  /** A statement that keeps something of the deleted rows, which are in `gone`. */
  keep?: RawBuilder<unknown>
}

/** Small enough that no member waits for a lock, and that a backlog of years is deleted bit by bit. */
const BATCH = 2000
/** Finding old rows in a large table may take longer than a request may. */
const TIMEOUT = '60s'

/**
 * Deletes old rows, each batch in a transaction of its own. If one table fails, the others are still cleaned, and the
 * job fails afterwards. Logs how many rows were deleted from each.
 */
export async function purge(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal | undefined,
  purges: readonly Purge[],
): Promise<void> {
  const removed: Record<string, number> = {}
  const errors: unknown[] = []
  for (const one of purges) {
    try {
      for (let deleted = BATCH; deleted === BATCH && !signal?.aborted; ) {
        deleted = await deleteBatch(db, one)
        if (deleted > 0) removed[one.table] = (removed[one.table] ?? 0) + deleted
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (Object.keys(removed).length > 0) log.info({ removed }, 'old rows deleted')
  if (errors.length > 0) throw errors[0]
}

async function deleteBatch(db: Services['db'], { table, where, as = table, keep }: Purge): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(TIMEOUT)}`.execute(tx)
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any(array(
          select ${sql.table(as)}.ctid from ${sql.table(table)} ${sql.table(as)} where ${where}
          limit ${BATCH} for update of ${sql.table(as)} skip locked))
        returning *
      )${keep ? sql`, kept as (${keep})` : sql``}
      select count(*)::int as n from gone`.execute(tx)
    return rows[0]?.n ?? 0
  })
}
