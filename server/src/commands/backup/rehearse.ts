import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPglite } from '../../platform/adapters/database/pglite'
import { openPostgres } from '../../platform/adapters/database/postgres'
import type { Config } from '../../platform/config'
import type { Tx } from '../../platform/database/transaction'
import type { Database, Db } from '../../platform/ports/database'
import { dumpSettings } from './catalog'
import { type OpenBackup, openBackup, photosIn, restoreBackup } from './restore-backup'
import { latestBackup } from './schedule'
import { fileOf, linesOf, type TableInBackup } from './tables'
import type { Backup } from './take-backup'

/**
 * Checks every checksum of a backup, restores its tables to a temporary place and compares every row. Throws if
 * anything differs.
 */
export async function rehearseRestore(database: Config['database'], folder: string): Promise<Backup> {
  const backup = await openBackup(folder)
  for (const path of backup.files.paths()) await backup.files.check(path)
  const temporary = await openTemporary(database)
  try {
    await restoreBackup(temporary.database, backup, photosIn(backup), { replace: false, isRehearsal: true })
    await compare(temporary.database, backup)
  } finally {
    await temporary.remove()
  }
  return backup.about
}

/** The newest complete scheduled backup. */
export async function newestBackup(dir: string): Promise<string | undefined> {
  const name = latestBackup(await readdir(dir).catch(() => []))
  return name && join(dir, name)
}

async function compare({ unlimited }: Pick<Database, 'unlimited'>, backup: OpenBackup): Promise<void> {
  const different = await unlimited.transaction().execute((tx) => differingTables(tx, backup))
  // Newer migrations may change the rows of an older version; restoring itself compares the counts.
  const { rows: now } = await sql`select from schema_migration`.execute(unlimited)
  const isOlder = now.length > Object.keys(backup.about.migrations).length
  if (different.length > 0 && !isOlder)
    throw new Error(`These tables differ from the backup: ${different.join(', ')}.`)
}

interface Temporary {
  database: Pick<Database, 'db' | 'unlimited'>
  remove(): Promise<void>
}

/** A schema of the same database, which needs no privilege that its owner lacks, or an embedded database in a folder. */
async function openTemporary(database: Config['database']): Promise<Temporary> {
  if (database.kind === 'pglite') {
    const dir = await mkdtemp(join(tmpdir(), 'rosella-rehearsal-'))
    const opened = await openPglite(dir)
    const remove = () => opened.close().finally(() => rm(dir, { recursive: true, force: true }))
    return { database: opened, remove }
  }
  const server = await openPostgres(database.url, { connections: 1 })
  const name = `${PREFIX}${Date.now()}`
  const removeSchema = () =>
    sql`drop schema if exists ${sql.table(name)} cascade`
      .execute(server.unlimited)
      .finally(() => server.close())
  try {
    await removeAbandoned(server.unlimited)
    await sql`create schema ${sql.table(name)}`.execute(server.unlimited)
    const url = new URL(database.url)
    url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -c search_path=${name}`.trim())
    const opened = await openPostgres(url.href, { connections: 1 })
    await assertSchema(opened, name)
    return { database: opened, remove: () => opened.close().then(async () => void (await removeSchema())) }
  } catch (error) {
    await removeSchema()
    throw error
  }
}

/** A connection pooler may ignore the option, and then the restore would meet the site's own tables. */
async function assertSchema({ db, unlimited, close }: Database, name: string): Promise<void> {
  for (const each of [db, unlimited]) {
    const { rows } = await sql<{ name: string | null }>`select current_schema()::text as name`.execute(each)
    if (rows[0]?.name === name) continue
    await close()
    throw new Error('The rehearsal needs a connection to PostgreSQL that keeps its search_path.')
  }
}

const PREFIX = 'rosella_rehearsal_'

/** Of rehearsals that were killed. Those that are running have a lock on their tables. */
async function removeAbandoned(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace
    where left(nspname, ${PREFIX.length}) = ${PREFIX} and pg_has_role(nspowner, 'usage')`.execute(db)
  for (const { name } of rows) await sql`drop schema if exists ${sql.table(name)} cascade`.execute(db)
}

const FETCH = 2000
const BITS = 64n

/** A checksum of lines in any order, because table rows have none. */
class LineSum {
  #count = 0
  #sums: [bigint, bigint] = [0n, 0n]

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest()
    const [a, b] = this.#sums
    this.#sums = [
      BigInt.asUintN(Number(BITS), a + digest.readBigUInt64LE(0)),
      BigInt.asUintN(Number(BITS), b + digest.readBigUInt64LE(8)),
    ]
    this.#count++
  }

  text(): string {
    return `${this.#count} rows, ${this.#sums.map((sum) => sum.toString(16)).join(' ')}`
  }
}

/** The tables whose rows differ from the backup after a restore. */
export async function differingTables(tx: Tx, { about, files }: OpenBackup): Promise<string[]> {
  await dumpSettings(tx)
  const different: string[] = []
  for (const table of about.tables) {
    const before = new LineSum()
    for await (const line of linesOf(files.read(fileOf(table.name)))) before.add(line)
    const after = await sumOf(tx, table)
    if (after.text() !== before.text()) different.push(table.name)
  }
  return different
}

/** Each row in the format of a backup. */
async function sumOf(tx: Tx, { name, columns }: TableInBackup): Promise<LineSum> {
  const sum = new LineSum()
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  await sql`declare rehearsal no scroll cursor for
    select array_to_json(array[${texts}])::text as line from ${sql.table(name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCH)} from rehearsal`.execute(tx)
    if (rows.length === 0) break
    for (const { line } of rows) sum.add(line)
  }
  await sql`close rehearsal`.execute(tx)
  return sum
}
