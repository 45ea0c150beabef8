import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openPglite } from '../platform/adapters/database/pglite'
import { containsDatabase } from '../platform/adapters/database/pglite-folder'
import { openDiskStore } from '../platform/adapters/photo-store/disk'
import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import type { Db } from '../platform/ports/database'
import type { PhotoStore } from '../platform/ports/photo-store'
import { findFile } from './backup/photos'
import { countMembers, openBackup, type PhotoSource, restoreBackup } from './backup/restore-backup'
import { confirm, progressPrinter, runCommand } from './backup/run-command'
import { namedPhotos, readRetentionKeys, takeBackup } from './backup/take-backup'

/**
 * npm run move: copies the embedded database in DATA_DIR to the PostgreSQL of DATABASE_URL and, if S3_BUCKET is
 * set, the photos to that bucket. The site must be stopped; its folder is not changed.
 */
runCommand('npm run move [-- --replace [--yes]]', async ({ replace, yes }) => {
  const config = configFromEnvironment()
  const folder = join(config.dataDir, 'database')
  if (config.database.kind !== 'postgres')
    throw new Error('DATABASE_URL must be the address of the PostgreSQL to move to.')
  if (!containsDatabase(folder)) throw new Error(`There is no database at ${folder}.`)
  const target = await openDatabase(config, () => {}, 1)
  const members = replace && !yes ? await countMembers(target.db) : undefined
  if (members !== undefined)
    await confirm(`This deletes the site in PostgreSQL, with ${members} members.`, 'replace')
  const source = await openPglite(folder)
  const temporary = await mkdtemp(join(config.dataDir, 'move-'))
  const photos = config.photos.kind === 's3' ? await openPhotos(config.photos) : undefined
  try {
    const { tables } = await takeBackup(source, undefined, join(temporary, 'tables'))
    const backup = await openBackup(join(temporary, 'tables'))
    const files = await localPhotos(source.db, join(config.dataDir, 'photos'))
    const retentionKeys = await readRetentionKeys(source.db)
    const { db, unlimited } = target
    const onProgress = progressPrinter()
    await restoreBackup({ db, unlimited, photos }, backup, files, { replace, retentionKeys, onProgress })
    if (photos) await copyNotes(await openDiskStore(join(config.dataDir, 'photos')), photos)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const moved = photos ? ` and ${files.names.length} photos to the bucket` : ''
    return `Moved ${rows} rows of ${tables.length} tables to PostgreSQL${moved}. ${folder} is unchanged.`
  } finally {
    await rm(temporary, { recursive: true, force: true })
    await target.close()
    await source.close()
    await photos?.close()
  }
})

/** A photo that has lost its files is left out; its row is moved as it is. */
async function localPhotos(db: Db, dir: string): Promise<PhotoSource> {
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

/** The log of erasures and revocations. The mark of the database is written with the photos. */
async function copyNotes(from: PhotoStore, to: PhotoStore): Promise<void> {
  for (const name of await from.listNotes()) await to.writeNote(name, (await from.readNote(name)) ?? '')
}
