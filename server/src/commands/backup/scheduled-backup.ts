import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config'
import {
  beginBackupRun,
  endBackupRun,
  endRehearsal,
  findBackupRun,
  findRehearsalDue,
} from '../../platform/database/backup-runs'
import type { Services } from '../../platform/services'
import { runBackup, type SiteParts } from './run-backup'
import { backupName, latestBackupDue, outdatedBackups } from './schedule'

type BackupDeps = Pick<Services, 'db' | 'clock' | 'log'>

const HOUR = 3600

/**
 * Checks every minute whether a backup is due and missing; a failed one is retried every hour. As a periodic job it
 * runs in one process of the site and never overlaps itself.
 */
export const scheduledBackup =
  (
    { db, clock, log }: BackupDeps,
    { dir, hour, photos: withPhotos }: NonNullable<Config['backups']>,
    parts: SiteParts,
  ) =>
  async (signal: AbortSignal): Promise<void> => {
    const now = clock.now()
    const due_ts = latestBackupDue(hour, now)
    const before = await findBackupRun(db, due_ts)
    if (before?.state === 'done') return
    if (before?.state === 'failed' && now - before.started_ts < HOUR) return
    const folder = join(dir, backupName(now))
    await beginBackupRun(db, { due_ts, started_ts: now, folder })
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await removeOutdated(dir)
      const { rows, photos, lost } = await runBackup(
        { task: withPhotos ? 'back up' : 'back up tables', parts, folder },
        signal,
      )
      await endBackupRun(db, due_ts, { state: 'done', ended_ts: clock.now(), stored_rows: rows, photos })
      log.info({ folder, rows, photos, lost }, 'backup finished')
      await removeOutdated(dir)
    } catch (err) {
      // The process is shutting down; the next one makes the backup.
      if (signal.aborted) throw err
      const words = (err as Error).message
      await endBackupRun(db, due_ts, { state: 'failed', ended_ts: clock.now(), words })
      log.error({ err }, 'backup failed')
    }
  }

/**
 * Restores the newest backup beside the site once a week, and after a failure once a day, and compares every row. Its
 * result is at /admin/system and in the metrics.
 */
export const scheduledRehearsal =
  ({ db, clock, log }: BackupDeps, parts: SiteParts) =>
  async (signal: AbortSignal): Promise<void> => {
    const now = clock.now()
    const run = await findRehearsalDue(db, now)
    if (!run) return
    const began = performance.now()
    const words = await runBackup({ task: 'rehearse', parts, folder: run.folder }, signal).then(
      () => null,
      (error: Error) => error.message,
    )
    if (signal.aborted) return
    const seconds = Math.round((performance.now() - began) / 1000)
    await endRehearsal(db, run.due_ts, {
      rehearsed_ts: clock.now(),
      rehearsal_seconds: seconds,
      rehearsal_words: words,
    })
    if (words === null) log.info({ folder: run.folder, seconds }, 'restore rehearsed')
    else log.error({ folder: run.folder, words }, 'restore rehearsal failed')
  }

async function removeOutdated(dir: string): Promise<void> {
  for (const name of outdatedBackups(await readdir(dir)))
    await rm(join(dir, name), { recursive: true, force: true })
}
