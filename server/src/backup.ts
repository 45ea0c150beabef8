import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPglite } from './adapters/database/pglite'
import { holdsDatabase } from './adapters/database/pglite-folder'
import { askForSnapshot } from './adapters/database/pglite-snapshots'
import { openPostgres } from './adapters/database/postgres'
import { runCommand } from './backup/run-command'
import { takeBackup } from './backup/take-backup'
import type { Config } from './config/config'
import { configFromEnvironment } from './config/env'
import { holdPhotos } from './database/photo-hold'
import { openPhotos } from './open-services'
import type { Database } from './ports/database'

/** npm run backup -- <folder>: the site that the environment names, running or not. */
runCommand('npm run backup -- <folder>', async ({ folder }) => {
  const config = configFromEnvironment()
  const source = await openSource(config.database)
  const photos = await openPhotos(config.photos)
  try {
    const target = await placeFor(folder)
    const { tables, photos: copied, lost } = await takeBackup(source, photos, target)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    if (lost.length > 0)
      process.stderr.write(`${lost.length} photos have no files any more; backup.json names them.\n`)
    return `${rows} rows of ${tables.length} tables and ${copied} photos are in ${target}.`
  } finally {
    await source.close()
    await photos.close()
  }
})

type Source = Pick<Database, 'unlimited' | 'close'>

/** The embedded database has one user: its site while that runs, and this command while it does not. */
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

/** Into a folder that is there already goes one named after this moment. */
async function placeFor(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => undefined)
  if (!there?.isDirectory()) return folder
  return join(folder, `rosella-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
}
