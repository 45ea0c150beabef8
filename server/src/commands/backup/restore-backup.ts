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
 * Fails when anything is there already that would be lost, unless told to take its place. Without a store the
 * photos stay where they are. The keys of retained messages are those it is given, or those that the target has: no backup
 * has any.
 */
export async function restoreBackup(
  target: Pick<Database, 'db' | 'unlimited'> & { photos?: PhotoStore },
  backup: OpenBackup,
  source: PhotoSource,
  { replace, retentionKeys }: { replace: boolean; retentionKeys?: RetentionKeys },
): Promise<void> {
  const { db, unlimited, photos } = target
  const names = new Set(source.names)
  await refuseWhatIsInUse(db)
  if (!replace) {
    await refuseFull(db)
    if (photos) await refuseForeignPhotos(photos, names)
  }
  for (const table of backup.about.tables) await checkTable(backup.files, table)
  // Files before rows, as when a photo is uploaded; until there are rows they are nobody's.
  if (photos) await putPhotos(photos, source)
  const named = await loadTables(unlimited, backup, retentionKeys)
  const kept = named.filter(({ name }) => names.has(name))
  if (photos) await settlePhotos(photos, kept, !replace)
}

/** The photos that lie in the backup itself. */
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
    throw new Error(`There is no whole backup at ${folder}: it has no ${ABOUT}.`)
  })
  const about = JSON.parse(text) as Backup
  if (about.format !== FORMAT)
    throw new Error(`The backup is of format ${about.format}, this program reads ${FORMAT}.`)
  return { about, files: await SummedFiles.open(folder, about.sums) }
}

/** All tables in one transaction: they are there as they were, or nothing has happened. */
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
    // What the migrations put in is in the backup as well, as it became.
    for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    for (const shape of shapes) {
      const table = about.tables.find(({ name }) => name === shape.name)
      if (table) await loadTable(tx, table, shape, files)
    }
    const foreign = about.tables.find((table) => !shapes.some(({ name }) => name === table.name))
    if (foreign) throw new Error(`The backup has a table ${foreign.name} that its version never had.`)
    for (const [name, at] of Object.entries(about.sequences))
      await sql`select setval(${name}::regclass, ${at}::bigint)`.execute(tx)
    // A backup of an earlier version comes up to date here, as an installation of it would.
    await migrateWithin(tx)
    await writeRetentionKeys(tx, keys)
    return namedPhotos(tx)
  })
  await unlimited.transaction().execute((tx) => sql`analyze`.execute(tx))
  return named
}

/** Tables, sequences and functions of an installation that is replaced; of an empty database, nothing. */
async function dropEverything(tx: Tx): Promise<void> {
  await sql`do $$
    declare thing record;
    begin
      for thing in select format('drop table if exists %s cascade', oid::regclass) as words from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      loop execute thing.words; end loop;
      for thing in select format('drop function if exists %s cascade', p.oid::regprocedure) as words from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop execute thing.words; end loop;
    end $$`.execute(tx)
}

async function refuseFull(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    limit 1`.execute(db)
  if (rows.length > 0)
    throw new Error('The database is not empty. Add --replace to lose what is in it, or name an empty one.')
}

/** Processes of the site would go on with what they remember of the other tables. */
async function refuseWhatIsInUse(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'rosella' and pid <> pg_backend_pid()
    limit 1`.execute(db)
  if (rows.length > 0) throw new Error('The site is running on this database: stop it first.')
}

async function refuseForeignPhotos(photos: PhotoStore, own: ReadonlySet<string>): Promise<void> {
  for await (const { name } of photos.listing())
    if (!own.has(name))
      throw new Error(
        'The photo store holds photos that are not in the backup. Add --replace to have them removed, or name an empty one.',
      )
}
