import { openPglite } from '../../platform/adapters/database/pglite'
import { containsDatabase } from '../../platform/adapters/database/pglite-folder'
import { requestSnapshot } from '../../platform/adapters/database/pglite-snapshots'
import { openPostgres } from '../../platform/adapters/database/postgres'
import type { Config } from '../../platform/config'
import { lockPhotos } from '../../platform/database/photo-lock'
import { openPhotos } from '../../platform/open-services'
import type { Database } from '../../platform/ports/database'
import { startWorker } from '../../platform/worker-entry'
import { type Backup, takeBackup } from './take-backup'

/** The parts of the configuration that a backup needs. */
export type SiteParts = Pick<Config, 'database' | 'photos'>

export interface BackupResult {
  rows: number
  photos: number
  lost: number
}

export interface BackupTask {
  task: 'back up' | 'back up tables' | 'rehearse'
  parts: SiteParts
  folder: string
}

/** Runs in its own thread, because reading every row would block requests. */
export function runBackup({ task, parts, folder }: BackupTask, signal: AbortSignal): Promise<BackupResult> {
  const { database, photos } = parts
  const workerData: BackupTask = { task, parts: { database, photos }, folder }
  const worker = startWorker('commands/backup-worker', { workerData })
  return new Promise<BackupResult>((resolve, reject) => {
    const stop = () => {
      reject(new Error('The process is shutting down.'))
      void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`The backup exited with code ${code}.`))
    })
  })
}

/** Backs up the site of this configuration, running or not, into a new folder. */
export async function backUpSite(
  parts: SiteParts,
  folder: string,
  { tablesOnly = false } = {},
): Promise<Backup> {
  const source = await openSource(parts.database)
  const photos = tablesOnly ? undefined : await openPhotos(parts.photos)
  try {
    return await takeBackup(source, photos, folder, { tablesOnly })
  } finally {
    await source.close()
    await photos?.close()
  }
}

type Source = Pick<Database, 'unlimited' | 'close'>

/**
 * The embedded database can be opened by one process: by the running site, or by the backup while it is stopped.
 */
async function openSource(database: Config['database']): Promise<Source> {
  if (database.kind === 'postgres') {
    const { db, unlimited, close } = await openPostgres(database.url, { connections: 2 })
    const unlockPhotos = await lockPhotos(db)
    return { unlimited, close: () => unlockPhotos().finally(close) }
  }
  if (!containsDatabase(database.dir)) throw new Error(`There is no database at ${database.dir}.`)
  const snapshot = await requestSnapshot(database.dir)
  const { unlimited, close } = await openPglite(snapshot?.folder ?? database.dir)
  return { unlimited, close: () => close().finally(() => snapshot?.close()) }
}
