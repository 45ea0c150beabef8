import { openPglite } from './adapters/database/pglite'
import { holdsDatabase } from './adapters/database/pglite-folder'
import { askForSnapshot } from './adapters/database/pglite-snapshots'
import { openPostgres } from './adapters/database/postgres'
import type { SiteParts } from './backup/run-backup'
import { type Backup, takeBackup } from './backup/take-backup'
import type { Config } from './config/config'
import { holdPhotos } from './database/photo-hold'
import { openPhotos } from './open-services'
import type { Database } from './ports/database'

/** Backs up the site of this configuration, running or not, into a new folder. */
export async function backUpSite(parts: SiteParts, folder: string): Promise<Backup> {
  const source = await openSource(parts.database)
  const photos = await openPhotos(parts.photos)
  try {
    return await takeBackup(source, photos, folder)
  } finally {
    await source.close()
    await photos.close()
  }
}

type Source = Pick<Database, 'unlimited' | 'close'>

/** The embedded database has one user: its site while that runs, and whoever backs it up while it does not. */
async function openSource(database: Config['database']): Promise<Source> {
  if (database.kind === 'postgres') {
    const { db, unlimited, close } = await openPostgres(database.url, { connections: 2 })
    const letGo = await holdPhotos(db)
    return { unlimited, close: () => letGo().finally(close) }
  }
  if (!holdsDatabase(database.dir)) throw new Error(`There is no database at ${database.dir}.`)
  const snapshot = await askForSnapshot(database.dir)
  const { unlimited, close } = await openPglite(snapshot?.folder ?? database.dir)
  return { unlimited, close: () => close().finally(() => snapshot?.close()) }
}
