import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Db } from '../ports/database'
import type { Reader, Tx } from './transaction'

export interface Migration {
  name: string
  text: string
  sha256: string
  /** It begins with the line below: its statements are run one by one, each by itself, and may be repeated. */
  alone: boolean
}

const ALONE = '-- no transaction\n'

/** Below server/ from source (src/database) and from the build (dist) alike. */
const home = new URL(
  import.meta.url.endsWith('.ts') ? '../../../migrations/' : '../migrations/',
  import.meta.url,
)

export async function readMigrations(from: URL = home): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const twice = names.find((name, at) => names[at + 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations bear the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, from), 'utf8')).replaceAll('\r\n', '\n')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name, text, sha256, alone: text.startsWith(ALONE) }
    }),
  )
}

/** The same where nobody else is there to wait: inside a transaction an index cannot be built concurrently. */
export const withinTransaction = (text: string): string =>
  text.startsWith(ALONE) ? text.replace(/\b(index)\s+concurrently\b/gi, '$1') : text

/** Apart at the semicolons outside of quotes, dollar quotes and comments. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of text.matchAll(/--[^\n]*\n|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g)) {
    if (token === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (!token.startsWith('--')) statement += token
  }
  return [...statements, statement.trim()].filter((each) => each !== '')
}

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_465_920_114
/** How long a change of a table may wait for who uses it: whoever comes after waits behind it. */
const LOCK_TIMEOUT = '4s'
const TRIES = 30
/** Between two tries everyone gets through. */
const PAUSE_MS = 1000
const TURN_MS = 200

type Target = Pick<Database, 'kind' | 'unlimited'>

export interface MigrateOptions {
  from?: URL
  lockTimeout?: string
  tries?: number
}

/**
 * Brings the schema up to date, forward only, and names what it applied. Each migration is a transaction of its own and
 * is applied once, however many processes start together. One that does not get its locks in time lets everyone else
 * pass and tries again. What a newer version has applied is left alone: each version runs on the schema of the next.
 */
export async function migrate(target: Target, options: MigrateOptions = {}): Promise<string[]> {
  const { from, lockTimeout = LOCK_TIMEOUT, tries = TRIES } = options
  const migrations = await readMigrations(from)
  const applied: string[] = []
  for (let tried = 1; ; ) {
    try {
      const step = await applyNext(target, migrations, lockTimeout)
      if (step === 'done') return applied
      if (step === 'not our turn') await sleep(TURN_MS)
      else {
        applied.push(step.applied)
        tried = 1
      }
    } catch (error) {
      if (!isLockTimeout(error) || tried++ >= tries) throw error
      await sleep(PAUSE_MS)
    }
  }
}

type Step = 'done' | 'not our turn' | { applied: string }

async function applyNext(
  { kind, unlimited }: Target,
  migrations: Migration[],
  lockTimeout: string,
): Promise<Step> {
  if (stillToApply(migrations, await readApplied(unlimited), 'newer is fine').length === 0) return 'done'
  return unlimited.transaction().execute(async (tx) => {
    // Asked for and not waited for: whoever waits inside a statement holds up an index that is built concurrently.
    if (!(await isOurTurn(tx))) return 'not our turn'
    const [next] = stillToApply(migrations, await readApplied(tx), 'newer is fine')
    if (!next) return 'done'
    if (next.alone && kind === 'postgres') await applyAlone(unlimited, next, lockTimeout)
    await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(tx)
    if (!next.alone || kind === 'pglite') await apply(tx, next)
    await record(tx, next)
    await watchEveryTable(tx)
    return { applied: next.name }
  })
}

/** In the caller's transaction; with `like`, only as far as another database has come, whose migrations these are. */
export async function migrateWithin(tx: Tx, { like }: { like?: Map<string, string> } = {}): Promise<void> {
  const migrations = await readMigrations()
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const waiting = stillToApply(migrations, await readApplied(tx))
  // Asked for its refusals: of migrations unknown here, changed or skipped.
  if (like) stillToApply(migrations, like)
  for (const migration of waiting.filter(({ name }) => !like || like.has(name))) {
    await apply(tx, migration)
    await record(tx, migration)
  }
  await watchEveryTable(tx)
}

/** For commands that only look: they change nothing, and say so when there is nothing for them to look at. */
export async function assertMigrated({ db }: Pick<Database, 'db'>): Promise<void> {
  const applied = await readApplied(db)
  if (applied.size === 0) throw new Error('There is no site in this database.')
  const [next] = stillToApply(await readMigrations(), applied, 'newer is fine')
  if (next)
    throw new Error(`The database lacks migration ${next.name}: start the site of this version first.`)
}

async function isOurTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as ours`.execute(tx)
  return rows[0]?.ours === true
}

/** Every table notes the rows that an admin writes while impersonating a member (0042). */
async function watchEveryTable(tx: Tx): Promise<void> {
  await sql`do $$ begin
    if to_regprocedure('watch_every_table()') is not null then perform watch_every_table(); end if;
  end $$`.execute(tx)
}

/** By name, with their sha256; none where there is no site yet. */
async function readApplied(db: Reader): Promise<Map<string, string>> {
  // By a look at the table of tables: to_regclass would answer from what this connection remembers, which may be older
  // than the lock that it has just been given.
  const { rows: there } = await sql`
    select from pg_class where relname = 'schema_migration' and pg_table_is_visible(oid)`.execute(db)
  if (there.length === 0) return new Map()
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function stillToApply(
  migrations: Migration[],
  applied: Map<string, string>,
  newer?: 'newer is fine',
): Migration[] {
  const newestKnown = migrations.at(-1)?.name ?? ''
  for (const name of applied.keys())
    if (!migrations.some((migration) => migration.name === name) && !(newer && name > newestKnown))
      throw new Error(
        `The database has had migration ${name}, which this version does not know${name > newestKnown ? ': it is newer' : ''}.`,
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

const named = (name: string) => (error: Error & { code?: string }) => {
  throw Object.assign(new Error(`Migration ${name} failed: ${error.message}`, { cause: error }), {
    code: error.code,
  })
}

async function apply(tx: Tx, { name, text }: Migration): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(withinTransaction(text))).catch(named(name))
}

/**
 * Its statements one by one, beside the transaction that has the turn. An index that a broken-off try left unfinished is
 * built anew; every other statement does nothing the second time.
 */
async function applyAlone(db: Db, { name, text }: Migration, lockTimeout: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    const index = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(
      statement,
    )?.[1]
    if (index) await dropUnfinished(db, index)
    const run = (on: Reader) => on.executeQuery(CompiledQuery.raw(statement))
    const done = /\bconcurrently\b/i.test(statement)
      ? run(db)
      : db.transaction().execute(async (tx) => {
          await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(tx)
          return run(tx)
        })
    await done.catch(named(name))
  }
}

async function dropUnfinished(db: Db, index: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.table(index)}`.execute(db)
}

async function record(tx: Tx, { name, sha256 }: Migration): Promise<void> {
  await sql`
    create table if not exists schema_migration (
      name text primary key,
      sha256 text not null,
      applied_ts bigint not null
    )`.execute(tx)
  await sql`
    insert into schema_migration (name, sha256, applied_ts)
    values (${name}, ${sha256}, extract(epoch from now())::bigint)`.execute(tx)
}

/** A lock was not to be had in time, or two waited for each other. */
const isLockTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause !== undefined && isLockTimeout(cause))
}
