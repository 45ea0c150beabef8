import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selectable, sql } from 'kysely'
import { photoIsPublic } from '../../features/photos/photo-files'
import type { Tables } from '../../platform/database/tables'
import type { Reader, Tx } from '../../platform/database/transaction'
import type { Database } from '../../platform/ports/database'
import { baseSizes, type PhotoStore } from '../../platform/ports/photo-store'
import { dumpSettings, readSequences, readShapes } from './catalog'
import { findFile, inParallel, type NamedPhoto } from './photos'
import { SummedFiles } from './summed-files'
import { dumpTable, type TableInBackup } from './tables'

export const FORMAT = 1
export const ABOUT = 'backup.json'

/** The content of backup.json. It is written last, so a folder without it is not a backup. */
export interface Backup {
  format: number
  /** When the snapshot was taken; missing in older backups. */
  began?: string
  made: string
  /** The photo store has a backup of its own. */
  tablesOnly?: true
  /** Names with their sha256. */
  migrations: Record<string, string>
  tables: TableInBackup[]
  sequences: Record<string, string>
  photos: number
  /** Photos whose files are missing. */
  lost: string[]
  /** sha256 of the list of checksums. */
  sums: string
}

/**
 * Dumps all tables in one snapshot, then copies the photos in it. The caller holds the photo lock (0022), so that
 * none of them is deleted meanwhile. Without a photo store it dumps only the tables.
 */
export async function takeBackup(
  source: Pick<Database, 'unlimited'>,
  photos: PhotoStore | undefined,
  folder: string,
  { tablesOnly = false }: { tablesOnly?: boolean } = {},
): Promise<Backup> {
  if (await stat(folder).catch(() => undefined)) throw new Error(`${folder} already exists.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  const files = await SummedFiles.create(part)
  const began = new Date().toISOString()
  try {
    const { named, ...rest } = await source.unlimited
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => dumpAll(tx, files))
    const lost = photos ? await copyPhotos(photos, named, files) : []
    const about: Backup = {
      format: FORMAT,
      began,
      made: new Date().toISOString(),
      ...(tablesOnly ? { tablesOnly } : {}),
      ...rest,
      photos: photos ? named.length - lost.length : 0,
      lost,
      sums: await files.writeList(),
    }
    await writeFile(join(part, ABOUT), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(part, folder)
    return about
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

type Dumped = Pick<Backup, 'migrations' | 'tables' | 'sequences'> & { named: NamedPhoto[] }

async function dumpAll(tx: Tx, files: SummedFiles): Promise<Dumped> {
  await dumpSettings(tx)
  const shapes = await readShapes(tx)
  if (!shapes.some(({ name }) => name === 'schema_migration'))
    throw new Error('This database contains no site to back up.')
  const applied = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(tx)
  const tables: TableInBackup[] = []
  for (const shape of shapes) tables.push(await dumpTable(tx, shape, files))
  return {
    migrations: Object.fromEntries(applied.rows.map(({ name, sha256 }) => [name, sha256])),
    tables,
    // Sequences are not part of the snapshot; read after it, they have at least its values.
    sequences: await readSequences(tx),
    named: await namedPhotos(tx),
  }
}

export async function namedPhotos(tx: Reader): Promise<NamedPhoto[]> {
  const own = await tx
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .select(['p.name', photoIsPublic().as('isPublic')])
    .execute()
  const copies = await tx.selectFrom('evidence_photo').select('name').execute()
  return [
    ...own.map(({ name, isPublic }) => ({ name, isPublic })),
    ...copies.map(({ name }) => ({ name, isPublic: false })),
  ]
}

export const photoPath = (name: string, size: string): string => `photos/${size}/${name}.jpg`

/** Without the derived sizes, which are made again after a restore. */
async function copyPhotos(
  store: PhotoStore,
  named: readonly NamedPhoto[],
  files: SummedFiles,
): Promise<string[]> {
  const lost: string[] = []
  await inParallel(named, async (photo) => {
    const found = await Promise.all(baseSizes.map((size) => findFile(store, photo, size)))
    const [tmb, lg] = found
    if (!tmb || !lg) {
      for (const one of found) one?.body.destroy()
      lost.push(photo.name)
      return
    }
    await files.write(photoPath(photo.name, 'tmb'), tmb.body)
    await files.write(photoPath(photo.name, 'lg'), lg.body)
  })
  return lost.sort()
}

export type RetentionKeys = Selectable<Tables['retained_message_key']>[]

/** The keys of retained messages in a database; before migration 0043 the table was held_key. */
export async function readRetentionKeys(db: Reader): Promise<RetentionKeys> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(to_regclass('retained_message_key'), to_regclass('held_key'))::text as name`.execute(db)
  const name = rows[0]?.name
  return name ? (await sql<RetentionKeys[number]>`select * from ${sql.table(name)}`.execute(db)).rows : []
}

export async function writeRetentionKeys(tx: Tx, keys: RetentionKeys): Promise<void> {
  if (keys.length > 0) await tx.insertInto('retained_message_key').values(keys).execute()
}
