import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { migrateWithin } from '../../platform/database/migrate'
import type { Tx } from '../../platform/database/transaction'
import type { Database, Db } from '../../platform/ports/database'
import type { PhotoSize, PhotoStore } from '../../platform/ports/photo-store'
import { dumpSettings, readShapes } from './catalog'
import { type NamedPhoto, putPhotos, settlePhotos } from './photos'
import { SummedFiles } from './summed-files'
import { checkTable, loadTable } from './tables'
import {
  ABOUT,
  type Backup,
  FORMAT,
  namedPhotos,
  photoPath,
  type RetentionKeys,
  readRetentionKeys,
  writeRetentionKeys,
} from './take-backup'

export interface OpenBackup {
  about: Backup
  files: SummedFiles
}

export interface PhotoSource {
  names: readonly string[]
  read(name: string, size: PhotoSize): Promise<Buffer>
}

/**
 * Fails if existing data would be lost, unless `replace` is set. Without a photo store the photos are not restored.
 * The keys of retained messages are the given ones or the target's own, because backups have none.
 */
export async function restoreBackup(
  target: Pick<Database, 'db' | 'unlimited'> & { photos?: PhotoStore },
  backup: OpenBackup,
  source: PhotoSource,
  { replace, retentionKeys }: { replace: boolean; retentionKeys?: RetentionKeys },
): Promise<void> {
  const { db, unlimited, photos } = target
  const names = new Set(source.names)
  await assertNotRunning(db)
  if (!replace) {
    await assertEmpty(db)
    if (photos) await assertNoForeignPhotos(photos, names)
  }
  for (const table of backup.about.tables) await checkTable(backup.files, table)
  // Files before rows, as in an upload; until then they belong to nobody.
  if (photos) await putPhotos(photos, source)
  const named = await loadTables(unlimited, backup, retentionKeys)
  const kept = named.filter(({ name }) => names.has(name))
  if (photos) await settlePhotos(photos, kept, !replace)
}

/** The photos inside the backup. */
export function photosIn({ files }: OpenBackup): PhotoSource {
  const [before = '', after = ''] = photoPath('*', 'lg').split('*')
  const large = files.paths().filter((path) => path.startsWith(before))
  return {
    names: large.map((path) => path.slice(before.length, -after.length)),
    read: (name, size) => buffer(files.read(photoPath(name, size))),
  }
}

export async function openBackup(folder: string): Promise<OpenBackup> {
  const text = await readFile(join(folder, ABOUT), 'utf8').catch(() => {
    throw new Error(`There is no complete backup at ${folder}, because it has no ${ABOUT}.`)
  })
  const about = JSON.parse(text) as Backup
  if (about.format !== FORMAT)
    throw new Error(`The backup has format ${about.format}, but this program reads format ${FORMAT}.`)
  return { about, files: await SummedFiles.open(folder, about.sums) }
}

/** Loads all tables in one transaction. */
async function loadTables(
  unlimited: Db,
  { about, files }: OpenBackup,
  retentionKeys: RetentionKeys | undefined,
): Promise<NamedPhoto[]> {
  const named = await unlimited.transaction().execute(async (tx) => {
    await dumpSettings(tx)
    const keys = retentionKeys ?? (await readRetentionKeys(tx))
    await dropEverything(tx)
    await migrateWithin(tx, { like: new Map(Object.entries(about.migrations)) })
    const shapes = await readShapes(tx)
    // Rows inserted by migrations are in the backup too, in their current form.
    for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    for (const shape of shapes) {
      const table = about.tables.find(({ name }) => name === shape.name)
      if (table) await loadTable(tx, table, shape, files)
    }
    const foreign = about.tables.find((table) => !shapes.some(({ name }) => name === table.name))
    if (foreign) throw new Error(`The backup has a table ${foreign.name}, which its version did not have.`)
    for (const [name, at] of Object.entries(about.sequences))
      await sql`select setval(${name}::regclass, ${at}::bigint)`.execute(tx)
    // A backup of an earlier version is upgraded here, like an installation.
    await migrateWithin(tx)
    await writeRetentionKeys(tx, keys)
    return namedPhotos(tx)
  })
  await unlimited.transaction().execute((tx) => sql`analyze`.execute(tx))
  return named
}

/** Drops the tables and functions of the installation that is replaced. */
async function dropEverything(tx: Tx): Promise<void> {
  await sql`do $$
    declare thing record;
    begin
      for thing in select format('drop table if exists %s cascade', oid::regclass) as command from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      loop execute thing.command; end loop;
      for thing in select format('drop function if exists %s cascade', p.oid::regprocedure) as command from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop execute thing.command; end loop;
    end $$`.execute(tx)
}

async function assertEmpty(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    limit 1`.execute(db)
  if (rows.length > 0)
    throw new Error('The database is not empty. Add --replace to overwrite it, or use an empty one.')
}

/** Running processes would keep using their cached data. */
async function assertNotRunning(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'rosella' and pid <> pg_backend_pid()
    limit 1`.execute(db)
  if (rows.length > 0) throw new Error('The site is running on this database. Stop it first.')
}

async function assertNoForeignPhotos(photos: PhotoStore, own: ReadonlySet<string>): Promise<void> {
  for await (const { name } of photos.listing())
    if (!own.has(name))
      throw new Error(
        'The photo store contains photos that are not in the backup. Add --replace to remove them, or use an empty store.',
      )
}
