import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openPglite } from '../platform/adapters/database/pglite'
import { containsDatabase } from '../platform/adapters/database/pglite-folder'
import { openDiskStore } from '../platform/adapters/photo-store/disk'
import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import type { Db } from '../platform/ports/database'
import { findFile } from './backup/photos'
import { openBackup, type PhotoSource, restoreBackup } from './backup/restore-backup'
import { runCommand } from './backup/run-command'
import { namedPhotos, readRetentionKeys, takeBackup } from './backup/take-backup'

/**
 * npm run move: what the embedded database in DATA_DIR holds goes to the PostgreSQL of DATABASE_URL, and the photos
 * beside it to the bucket of S3_BUCKET if there is one. The site is stopped meanwhile; its folder stays as it is.
 */
runCommand('npm run move [-- --replace]', async ({ replace }) => {
  const config = configFromEnvironment()
  const folder = join(config.dataDir, 'database')
  if (config.database.kind !== 'postgres')
    throw new Error('DATABASE_URL must name the PostgreSQL to move to.')
  if (!containsDatabase(folder)) throw new Error(`There is no database at ${folder}.`)
  const target = await openDatabase(config, () => {}, 1)
  const source = await openPglite(folder)
  const between = await mkdtemp(join(config.dataDir, 'move-'))
  const photos = config.photos.kind === 's3' ? await openPhotos(config.photos) : undefined
  try {
    const { tables } = await takeBackup(source, undefined, join(between, 'tables'))
    const backup = await openBackup(join(between, 'tables'))
    const files = await photosBeside(source.db, join(config.dataDir, 'photos'))
    const retentionKeys = await readRetentionKeys(source.db)
    const { db, unlimited } = target
    await restoreBackup({ db, unlimited, photos }, backup, files, { replace, retentionKeys })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const moved = photos ? ` and ${files.names.length} photos in the bucket` : ''
    return `${rows} rows of ${tables.length} tables are in PostgreSQL${moved}. ${folder} is as it was.`
  } finally {
    await rm(between, { recursive: true, force: true })
    await target.close()
    await source.close()
    await photos?.close()
  }
})

/** One that lost its files cannot take them along; its row goes as it is. */
async function photosBeside(db: Db, dir: string): Promise<PhotoSource> {
  const store = await openDiskStore(dir)
  const named = new Map((await namedPhotos(db)).map((photo) => [photo.name, photo]))
  const names: string[] = []
  for await (const { name } of store.listing()) if (named.has(name)) names.push(name)
  return {
    names,
    async read(name, size) {
      const photo = named.get(name)
      const file = photo && (await findFile(store, photo, size))
      if (!file) throw new Error(`The photo ${name} has lost one of its files.`)
      return buffer(file.body)
    },
  }
}
