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

const DAY = 86_400

/** The newest backup, if the last rehearsal was a week ago, or a day ago and failed. */
export async function findRehearsalDue(
  db: Db,
  now: number,
): Promise<{ due_ts: number; folder: string } | undefined> {
  const { rows } = await sql<{ due_ts: number; folder: string }>`
    select due_ts, folder from backup_run newest
    where state = 'done' and not exists (
      select from backup_run b where b.rehearsed_ts > ${now - DAY}
        or (b.rehearsed_ts > ${now - 7 * DAY} and b.rehearsal_words is null))
    order by ended_ts desc limit 1`.execute(db)
  return rows[0]
}

export async function endRehearsal(
  db: Db,
  dueTs: number,
  end: { rehearsed_ts: number; rehearsal_seconds: number; rehearsal_words: string | null },
): Promise<void> {
  await db.updateTable('backup_run').set(end).where('due_ts', '=', dueTs).execute()
}

/** The state of scheduled backups: the last complete one, the error of the latest, and the last rehearsal. */
export async function readBackupMetrics(db: Db): Promise<BackupMetrics> {
  const { rows } = await sql<BackupMetrics>`
    select (select min(applied_ts) from schema_migration) as site_ts,
      (select max(ended_ts) from backup_run where state = 'done') as last_ts,
      (select words from (select state, words from backup_run order by due_ts desc limit 1) latest
       where state = 'failed') as failure,
      (select max(rehearsed_ts) from backup_run where rehearsal_words is null) as rehearsed_ts,
      (select rehearsal_words from backup_run where rehearsed_ts is not null
       order by rehearsed_ts desc limit 1) as rehearsal_failure`.execute(db)
  return rows[0] ?? { site_ts: 0, last_ts: null, failure: null, rehearsed_ts: null, rehearsal_failure: null }
}
