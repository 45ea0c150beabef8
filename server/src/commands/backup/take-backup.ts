import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selectable, sql } from 'kysely'
import { photoIsPublic } from '../../features/photos/photo-files'
import type { Tables } from '../../platform/database/tables'
import type { Reader, Tx } from '../../platform/database/transaction'
import type { Database } from '../../platform/ports/database'
import { type PhotoStore, photoSizes } from '../../platform/ports/photo-store'
import { dumpSettings, readSequences, readShapes } from './catalog'
import { eightAtOnce, findFile, type NamedPhoto } from './photos'
import { SummedFiles } from './summed-files'
import { dumpTable, type TableInBackup } from './tables'

export const FORMAT = 1
export const ABOUT = 'backup.json'

/** What backup.json says; it is written last, so a folder without it is no backup. */
export interface Backup {
  format: number
  made: string
  /** By name, with their sha256. */
  migrations: Record<string, string>
  tables: TableInBackup[]
  sequences: Record<string, string>
  photos: number
  /** Photos with a row and without files, as they were found. */
  lost: string[]
  /** sha256 of the list of sums. */
  sums: string
}

/**
 * One snapshot of every table, then the files of the photos it names. Whoever calls holds the photos (0022), so
 * that none of these goes meanwhile. Without a store there are only tables.
 */
export async function takeBackup(
  source: Pick<Database, 'unlimited'>,
  photos: PhotoStore | undefined,
  folder: string,
): Promise<Backup> {
  if (await stat(folder).catch(() => undefined)) throw new Error(`There is something at ${folder} already.`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  const files = await SummedFiles.create(part)
  try {
    const { named, ...rest } = await source.unlimited
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => dumpAll(tx, files))
    const lost = photos ? await copyPhotos(photos, named, files) : []
    const about: Backup = {
      format: FORMAT,
      made: new Date().toISOString(),
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
    throw new Error('There is no site in this database to back up.')
  const applied = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(tx)
  const tables: TableInBackup[] = []
  for (const shape of shapes) tables.push(await dumpTable(tx, shape, files))
  return {
    migrations: Object.fromEntries(applied.rows.map(({ name, sha256 }) => [name, sha256])),
    tables,
    // Sequences belong to no snapshot; read after it, they stand at its numbers or beyond.
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

async function copyPhotos(
  store: PhotoStore,
  named: readonly NamedPhoto[],
  files: SummedFiles,
): Promise<string[]> {
  const lost: string[] = []
  await eightAtOnce(named, async (photo) => {
    const found = await Promise.all(photoSizes.map((size) => findFile(store, photo, size)))
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

/** The keys of retained messages that an installation has; before migration 0043 the table was held_key. */
export async function readRetentionKeys(db: Reader): Promise<RetentionKeys> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(to_regclass('retained_message_key'), to_regclass('held_key'))::text as name`.execute(db)
  const name = rows[0]?.name
  return name ? (await sql<RetentionKeys[number]>`select * from ${sql.table(name)}`.execute(db)).rows : []
}

export async function writeRetentionKeys(tx: Tx, keys: RetentionKeys): Promise<void> {
  if (keys.length > 0) await tx.insertInto('retained_message_key').values(keys).execute()
}
