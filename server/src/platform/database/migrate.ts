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
  /** Begins with the line below: its statements run one by one outside a transaction, and may be repeated. */
  withoutTransaction: boolean
}

const NO_TRANSACTION = '-- no transaction\n'

/** Below server/ both from the sources (src/platform/database) and from the build (dist). */
const home = new URL(
  import.meta.url.endsWith('.ts') ? '../../../migrations/' : '../migrations/',
  import.meta.url,
)

export async function readMigrations(from: URL = home): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const twice = names.find((name, at) => names[at + 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations have the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, from), 'utf8')).replaceAll('\r\n', '\n')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name, text, sha256, withoutTransaction: text.startsWith(NO_TRANSACTION) }
    }),
  )
}

/** For use in a transaction, where an index cannot be built concurrently. */
export const withinTransaction = (text: string): string =>
  text.startsWith(NO_TRANSACTION) ? text.replace(/\b(index)\s+concurrently\b/gi, '$1') : text

const IN_BATCHES = '-- in batches\n'

/** `inBatches` is a statement after the line above, repeated until it changes no row. */
interface Statement {
  text: string
  inBatches: boolean
}

/** Splits at the semicolons outside quotes, dollar quotes and comments. */
export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = []
  let statement: Statement = { text: '', inBatches: false }
  for (const [token] of `${text};`.matchAll(/--[^\n]*\n|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g)) {
    if (token === ';') {
      statements.push({ ...statement, text: statement.text.trim() })
      statement = { text: '', inBatches: false }
    } else if (token === IN_BATCHES) statement.inBatches = true
    else if (!token.startsWith('--')) statement.text += token
  }
  return statements.filter((each) => each.text !== '')
}

/** Returns the number of rows that the statement changed. */
async function changeRows(db: Reader, text: string): Promise<bigint> {
  const { numAffectedRows = 0n } = await db.executeQuery(CompiledQuery.raw(text))
  return numAffectedRows
}

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_465_920_114
/** How long a schema change may wait for its lock, because later queries queue up behind it. */
const LOCK_TIMEOUT = '4s'
const TRIES = 30
/** Waiting queries run between two attempts. */
const PAUSE_MS = 1000
const LOCK_POLL_MS = 200
const BATCH_PAUSE_MS = 20

type Target = Pick<Database, 'kind' | 'unlimited'>

export interface MigrateOptions {
  from?: URL
  lockTimeout?: string
  tries?: number
  /** Called after each migration, with the time it took including its waits for locks. */
  onApplied?: (name: string, ms: number) => void
}

/**
 * Applies the missing migrations, forward only, and returns their names. Each one runs in its own transaction and
 * is applied once, however many processes start together. One that does not get its locks in time gives way and is
 * retried. Migrations of a newer version are left alone, because each version also runs on the next version's
 * schema.
 */
export async function migrate(target: Target, options: MigrateOptions = {}): Promise<string[]> {
  const { from, lockTimeout = LOCK_TIMEOUT, tries = TRIES, onApplied } = options
  const migrations = await readMigrations(from)
  const applied: string[] = []
  let began = performance.now()
  for (let tried = 1; ; ) {
    try {
      const step = await applyNext(target, migrations, lockTimeout)
      if (step === 'done') return applied
      if (step === 'locked') await sleep(LOCK_POLL_MS)
      else {
        applied.push(step.applied)
        onApplied?.(step.applied, performance.now() - began)
        began = performance.now()
        tried = 1
      }
    } catch (error) {
      if (!isLockTimeout(error) || tried++ >= tries) throw error
      await sleep(PAUSE_MS)
    }
  }
}

type Step = 'done' | 'locked' | { applied: string }

async function applyNext(
  { kind, unlimited }: Target,
  migrations: Migration[],
  lockTimeout: string,
): Promise<Step> {
  if (missingMigrations(migrations, await readApplied(unlimited), 'allow newer').length === 0) return 'done'
  return unlimited.transaction().execute(async (tx) => {
    // Polled, because a statement that waits would block an index that is built concurrently.
    if (!(await tryLock(tx))) return 'locked'
    const [next] = missingMigrations(migrations, await readApplied(tx), 'allow newer')
    if (!next) return 'done'
    if (next.withoutTransaction && kind === 'postgres')
      await applyWithoutTransaction(unlimited, next, lockTimeout)
    await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(tx)
    if (!next.withoutTransaction || kind === 'pglite') await apply(tx, next)
    await record(tx, next)
    await watchEveryTable(tx)
    return { applied: next.name }
  })
}

/**
 * In the caller's transaction; with `like`, only the migrations that another database has applied. Without the lock, which
 * would keep a new version of the site from starting, nobody else may migrate this schema.
 */
export async function migrateWithin(
  tx: Tx,
  { like, withoutLock = false }: { like?: Map<string, string>; withoutLock?: boolean } = {},
): Promise<void> {
  const migrations = await readMigrations()
  if (!withoutLock) await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const waiting = missingMigrations(migrations, await readApplied(tx))
  // Called for its checks: throws on unknown, changed or skipped migrations.
  if (like) missingMigrations(migrations, like)
  for (const migration of waiting.filter(({ name }) => !like || like.has(name))) {
    await apply(tx, migration)
    await record(tx, migration)
  }
  await watchEveryTable(tx)
}

/** For read-only commands: throws if the database is empty or not up to date. */
export async function assertMigrated({ db }: Pick<Database, 'db'>): Promise<void> {
  const applied = await readApplied(db)
  if (applied.size === 0) throw new Error('This database contains no site.')
  const [next] = missingMigrations(await readMigrations(), applied, 'allow newer')
  if (next)
    throw new Error(`The database lacks migration ${next.name}. Start the site with this version first.`)
}

async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockKey}) as locked`.execute(tx)
  return rows[0]?.locked === true
}

/** Every table records the rows that an admin writes while impersonating a member (0042). */
async function watchEveryTable(tx: Tx): Promise<void> {
  await sql`do $$ begin
    if to_regprocedure('watch_every_table()') is not null then perform watch_every_table(); end if;
  end $$`.execute(tx)
}

/** Applied migrations with their sha256; empty where there is no site yet. */
async function readApplied(db: Reader): Promise<Map<string, string>> {
  // Queries pg_class, because to_regclass would use this connection's cache, which may be older than the lock that
  // it has just acquired.
  const { rows: there } = await sql`
    select from pg_class where relname = 'schema_migration' and pg_table_is_visible(oid)`.execute(db)
  if (there.length === 0) return new Map()
  const { rows } = await sql<{ name: string; sha256: string }>`
    select name, sha256 from schema_migration order by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function missingMigrations(
  migrations: Migration[],
  applied: Map<string, string>,
  newer?: 'allow newer',
): Migration[] {
  const newestKnown = migrations.at(-1)?.name ?? ''
  for (const name of applied.keys())
    if (!migrations.some((migration) => migration.name === name) && !(newer && name > newestKnown))
      throw new Error(
        `The database has applied migration ${name}, which this version does not have${name > newestKnown ? ' because it is newer' : ''}.`,
      )
  const newest = [...applied.keys()].at(-1) ?? ''
  for (const { name, sha256 } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== sha256)
      throw new Error(`Migration ${name} was changed after it had been applied. Write a new one instead.`)
    if (known === undefined && name < newest)
      throw new Error(
        `Migration ${name} precedes ${newest}, which has already been applied. Give it a higher number.`,
      )
  }
  return migrations.filter((migration) => !applied.has(migration.name))
}

const named = (name: string) => (error: Error & { code?: string }) => {
  throw Object.assign(new Error(`Migration ${name} failed: ${error.message}`, { cause: error }), {
    code: error.code,
  })
}

async function apply(tx: Tx, { name, text, withoutTransaction }: Migration): Promise<void> {
  const run = async () => {
    if (!withoutTransaction) return changeRows(tx, text)
    for (const statement of statementsOf(withinTransaction(text)))
      while ((await changeRows(tx, statement.text)) > 0n && statement.inBatches);
  }
  await run().catch(named(name))
}

/**
 * Runs the statements one by one, outside the transaction that holds the lock. An index that an interrupted attempt
 * left unfinished is rebuilt; all other statements have no effect the second time. Each batch has a transaction of its
 * own, and members' calls run between two of them.
 */
async function applyWithoutTransaction(
  db: Db,
  { name, text }: Migration,
  lockTimeout: string,
): Promise<void> {
  for (const { text: statement, inBatches } of statementsOf(text)) {
    const index = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(
      statement,
    )?.[1]
    if (index) await dropUnfinished(db, index)
    const run = () =>
      /\bconcurrently\b/i.test(statement)
        ? changeRows(db, statement)
        : db.transaction().execute(async (tx) => {
            await sql.raw(`set local lock_timeout = '${lockTimeout}'`).execute(tx)
            return changeRows(tx, statement)
          })
    while ((await run().catch(named(name))) > 0n && inBatches) await sleep(BATCH_PAUSE_MS)
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

/** A lock timeout or a deadlock. */
const isLockTimeout = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === '55P03' || code === '40P01' || (cause !== undefined && isLockTimeout(cause))
}
