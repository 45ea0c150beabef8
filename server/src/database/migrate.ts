import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../ports/database'
import type { Tx } from './transaction'

interface Migration {
  name: string
  text: string
  sha256: string
}

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_465_920_114

/** Below server/ from source (src/database) and from the build (dist) alike. */
const home = new URL(
  import.meta.url.endsWith('.ts') ? '../../migrations/' : '../migrations/',
  import.meta.url,
)

/**
 * Brings the schema up to date, forward only, and names what it applied. All or nothing, and once, however
 * many processes start together.
 */
export async function migrate(
  { unlimited }: Pick<Database, 'unlimited'>,
  from: URL = home,
): Promise<string[]> {
  return unlimited.transaction().execute((tx) => migrateWithin(tx, { from }))
}

/** With `like`, only as far as another database has come, whose migrations these are by name and sha256. */
export async function migrateWithin(
  tx: Tx,
  { from = home, like }: { from?: URL; like?: Map<string, string> } = {},
): Promise<string[]> {
  const migrations = await readMigrations(from)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const applied = await readApplied(tx)
  const waiting = stillToApply(migrations, applied)
  // Asked for its refusals: of migrations unknown here, changed or skipped.
  if (like) stillToApply(migrations, like)
  const due = waiting.filter(({ name }) => !like || like.has(name))
  for (const migration of due) await apply(tx, migration)
  await watchEveryTable(tx)
  return due.map((migration) => migration.name)
}

/** What an admin writes while acting as a member is noted in every table, whoever made it (0015). */
async function watchEveryTable(tx: Tx): Promise<void> {
  await sql`do $$ begin
    if to_regprocedure('watch_every_table()') is not null then perform watch_every_table(); end if;
  end $$`.execute(tx)
}

async function readMigrations(from: URL): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const twice = names.find((name, at) => names[at + 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations bear the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, from), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readApplied(tx: Tx): Promise<Map<string, string>> {
  await sql`
    create table if not exists schema_migration (
      name text primary key,
      sha256 text not null,
      applied_ts bigint not null
    )`.execute(tx)
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(tx)
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function stillToApply(migrations: Migration[], applied: Map<string, string>): Migration[] {
  for (const name of applied.keys())
    if (!migrations.some((migration) => migration.name === name))
      throw new Error(
        `The database has had migration ${name}, which this version does not know: it is newer.`,
      )
  const newest = [...applied.keys()].at(-1) ?? ''
  for (const { name, sha256 } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== sha256)
      throw new Error(`Migration ${name} was changed after it had been applied: write a new one instead.`)
    if (known === undefined && name < newest)
      throw new Error(
        `Migration ${name} comes before ${newest}, which has been applied: give it a later number.`,
      )
  }
  return migrations.filter((migration) => !applied.has(migration.name))
}

async function apply(tx: Tx, { name, text, sha256 }: Migration): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(text)).catch((error: Error) => {
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
  })
  await sql`
    insert into schema_migration (name, sha256, applied_ts)
    values (${name}, ${sha256}, extract(epoch from now())::bigint)`.execute(tx)
}
