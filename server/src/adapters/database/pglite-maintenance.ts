import { sql } from 'kysely'
import type { Db } from '../../ports/database'

const checkpointMs = 5 * 60_000
const nightHour = 3
const dayMs = 20 * 3_600_000

/** PGlite has neither checkpointer nor autovacuum: both are done here, the second in the small hours. */
export function maintain(db: Db, onError: (error: unknown) => void): () => void {
  let vacuumed = 0
  const timer = setInterval(() => {
    const now = new Date()
    const due = now.getHours() === nightHour && now.getTime() - vacuumed > dayMs
    if (due) vacuumed = now.getTime()
    runMaintenance(db, due).catch(onError)
  }, checkpointMs).unref()
  return () => clearInterval(timer)
}

/** @internal exported for its test */
export async function runMaintenance(db: Db, vacuum: boolean): Promise<void> {
  if (vacuum) await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}
