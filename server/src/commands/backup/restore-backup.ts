import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { beginErasure } from '../../features/account/close-account'
import { claimStore } from '../../features/photos/delete-old-files'
import {
  logRevocations,
  type RevocationKind,
  readRevocations,
  revocable,
  revocationHash,
} from '../../members/revocation-log'
import { migrateWithin } from '../../platform/database/migrate'
import type { Tx } from '../../platform/database/transaction'
import { systemClock } from '../../platform/ports/clock'
import type { Database, Db } from '../../platform/ports/database'
import type { BaseSize, PhotoStore } from '../../platform/ports/photo-store'
import { stripTables } from './bare-tables'
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
  read(name: string, size: BaseSize): Promise<Buffer>
}

export interface RestoreOptions {
  replace: boolean
  retentionKeys?: RetentionKeys
  /** For a site that goes on with the backup: erases and revokes again what was erased and revoked since. */
  revoke?: { keepSessions: boolean }
  /** Into a schema beside the running site. */
  isRehearsal?: boolean
  /** Receives what is being restored, as a line for the operator. */
  onProgress?: (line: string) => void
}

/**
 * Fails if existing data would be lost, unless `replace` is set. Without a photo store the photos are not restored.
 * The keys of retained messages are the given ones or the target's own, because backups have none.
 */
export async function restoreBackup(
  target: Pick<Database, 'db' | 'unlimited'> & { photos?: PhotoStore },
  backup: OpenBackup,
  source: PhotoSource,
  { replace, retentionKeys, revoke, isRehearsal = false, onProgress = () => {} }: RestoreOptions,
): Promise<Applied> {
  const { db, unlimited, photos } = target
  const names = new Set(source.names)
  // The store has a backup of its own, or none is needed: the site's hourly cleanup makes files and rows agree.
  const keepsPhotos = backup.about.tablesOnly === true
  if (!isRehearsal) await assertNotRunning(db)
  if (!replace) {
    await assertEmpty(db)
    if (photos && !keepsPhotos) await assertNoForeignPhotos(photos, names)
  }
  onProgress('Checking the backup …')
  for (const table of backup.about.tables) await checkTable(backup.files, table)
  // Files before rows, as in an upload; until then they belong to nobody.
  if (photos && !keepsPhotos) {
    onProgress(`Copying ${names.size} photos …`)
    await putPhotos(photos, source)
  }
  if (photos && revoke && (await hasRevocations(db)))
    await logRevocations({ db, photos, clock: systemClock })()
  const revoked = photos && revoke ? await readRevocations(photos, snapshotTs(backup)) : new Map()
  const how = { retentionKeys, isRehearsal, onProgress }
  const { named, applied } = await loadTables(unlimited, backup, how, async (tx) => {
    // A backup has no derived sizes.
    if (photos && !keepsPhotos)
      await tx.updateTable('photo').where('has_sizes', '=', true).set({ has_sizes: false }).execute()
    return applyRevocations(tx, revoked, revoke)
  })
  const kept = named.filter(({ name }) => names.has(name))
  if (!photos) return applied
  for (const name of applied.photos) await photos.remove(name)
  if (!keepsPhotos) {
    onProgress('Publishing the photos …')
    await settlePhotos(photos, kept, !replace)
  }
  await claimStore({ db, photos })
  return applied
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

/** An hour earlier than the backup began, because clocks differ. */
const snapshotTs = ({ about: { began, made } }: OpenBackup): number =>
  Math.floor(Date.parse(began ?? made) / 1000) - 3600

async function hasRevocations(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('revocation') is not null as found`.execute(db)
  return rows[0]?.found === true
}

/** Numbers of members erased again, and of credentials and sessions revoked again. */
export interface Applied {
  members: number
  credentials: number
  sessions: number
  /** The photos of the erased members, whose files the backup has brought back. */
  photos: string[]
}

async function applyRevocations(
  tx: Tx,
  revoked: Map<RevocationKind, string[]>,
  revoke: RestoreOptions['revoke'],
): Promise<Applied> {
  const applied: Applied = { members: 0, credentials: 0, sessions: 0, photos: [] }
  const now = systemClock.now()
  const matches = (kind: RevocationKind) =>
    sql<SqlBool>`${revocationHash(revocable[kind].column)} = any(${revoked.get(kind) ?? []}::text[])`
  const change = async (kind: RevocationKind, set: RawBuilder<unknown>) => {
    const { table } = revocable[kind]
    const { numAffectedRows = 0n } =
      await sql`update ${sql.table(table)} set ${set} where ${matches(kind)}`.execute(tx)
    applied.credentials += Number(numAffectedRows)
  }
  if (!revoke) return applied
  const gone = await tx.selectFrom('member').where(matches('member')).orderBy('id').select('id').execute()
  for (const { id } of gone) {
    const { photos, selfies } = await beginErasure(tx, () => {}, id, now)
    applied.photos.push(...photos, ...selfies)
    applied.members++
  }
  await change('passkey', sql`ended_ts = coalesce(ended_ts, ${now})`)
  await change('recovery-code', sql`ended_ts = coalesce(ended_ts, ${now})`)
  await change('password', sql`password_hash = null`)
  await change('role', sql`role = null`)
  const sessions = tx
    .deleteFrom('session')
    .$if(revoke.keepSessions, (query) => query.where(matches('session')))
  applied.sessions = Number((await sessions.executeTakeFirstOrThrow()).numDeletedRows)
  // Logged already, or ended by this restore alone.
  await tx.deleteFrom('revocation').execute()
  return applied
}

/** Loads all tables in one transaction, without triggers, keys and indexes, which are restored afterwards. */
async function loadTables(
  unlimited: Db,
  { about, files }: OpenBackup,
  {
    retentionKeys,
    isRehearsal,
    onProgress,
  }: Pick<RestoreOptions, 'retentionKeys'> & Required<Pick<RestoreOptions, 'isRehearsal' | 'onProgress'>>,
  finish: (tx: Tx) => Promise<Applied>,
): Promise<{ named: NamedPhoto[]; applied: Applied }> {
  const withoutLock = isRehearsal
  const loaded = await unlimited.transaction().execute(async (tx) => {
    await dumpSettings(tx)
    const keys = retentionKeys ?? (await readRetentionKeys(tx))
    await dropEverything(tx)
    await migrateWithin(tx, { like: new Map(Object.entries(about.migrations)), withoutLock })
    const shapes = await readShapes(tx)
    // Rows inserted by migrations are in the backup too, in their current form.
    for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    const rebuild = await stripTables(tx)
    const total = about.tables.reduce((sum, { rows }) => sum + rows, 0)
    let loaded = 0
    for (const shape of shapes) {
      const table = about.tables.find(({ name }) => name === shape.name)
      if (!table) continue
      await loadTable(tx, table, shape, files, (rows) =>
        onProgress(`Loading ${table.name}: ${loaded + rows} of ${total} rows …`),
      )
      loaded += table.rows
    }
    const foreign = about.tables.find((table) => !shapes.some(({ name }) => name === table.name))
    if (foreign) throw new Error(`The backup has a table ${foreign.name}, which its version did not have.`)
    for (const [name, at] of Object.entries(about.sequences))
      await sql`select setval(${name}::regclass, ${at}::bigint)`.execute(tx)
    await rebuild((part) => onProgress(`Building ${part} …`))
    // A backup of an earlier version is upgraded here, like an installation.
    await migrateWithin(tx, { withoutLock })
    await writeRetentionKeys(tx, keys)
    const applied = await finish(tx)
    return { named: await namedPhotos(tx), applied }
  })
  await unlimited.transaction().execute((tx) => sql`analyze`.execute(tx))
  return loaded
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

/** Undefined if the database contains no site. */
export async function countMembers(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('member') is not null as found`.execute(
    db,
  )
  if (!rows[0]?.found) return undefined
  const { n } = await db
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
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
