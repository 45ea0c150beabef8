import { sql } from 'kysely'
import type { BackupMetrics } from '../metrics/site-metrics'
import type { Db } from '../ports/database'

export interface BackupRun {
  due_ts: number
  state: 'running' | 'done' | 'failed'
  started_ts: number
  ended_ts: number | null
}

/** The backup that was due at that time, if it has been started. */
export const findBackupRun = (db: Db, dueTs: number): Promise<BackupRun | undefined> =>
  db
    .selectFrom('backup_run')
    .select(['due_ts', 'state', 'started_ts', 'ended_ts'])
    .where('due_ts', '=', dueTs)
    .executeTakeFirst()

/** The scheduled job runs in one process at a time, so a run still marked as running was interrupted. */
export async function beginBackupRun(db: Db, run: { due_ts: number; started_ts: number; folder: string }) {
  const { started_ts, folder } = run
  await db
    .insertInto('backup_run')
    .values({ ...run, state: 'running' })
    .onConflict((conflict) =>
      conflict.column('due_ts').doUpdateSet(({ ref }) => ({
        state: 'running',
        started_ts,
        folder,
        ended_ts: null,
        words: null,
        tries: sql<number>`${ref('backup_run.tries')} + 1`,
      })),
    )
    .execute()
}

export async function endBackupRun(
  db: Db,
  dueTs: number,
  end: { state: 'done'; ended_ts: number; stored_rows: number; photos: number } | FailedRun,
): Promise<void> {
  await db.updateTable('backup_run').set(end).where('due_ts', '=', dueTs).execute()
}
interface FailedRun {
  state: 'failed'
  ended_ts: number
  words: string
}

/** The state of scheduled backups: the last complete one, and the error of the latest. */
export async function readBackupMetrics(db: Db): Promise<BackupMetrics> {
  const { rows } = await sql<BackupMetrics>`
    select (select max(ended_ts) from backup_run where state = 'done') as last_ts,
      (select words from (select state, words from backup_run order by due_ts desc limit 1) latest
       where state = 'failed') as failure`.execute(db)
  return rows[0] ?? { last_ts: null, failure: null }
}
