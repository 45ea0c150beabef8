import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTemplatePglite } from '@rosella/testkit/template-database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../adapters/database/postgres'
import type { Database } from '../ports/database'
import { assertMigrated, migrate } from './migrate'

const ours = new URL('../../../migrations/', import.meta.url)
let home: string
let cleanUp: (() => Promise<void>)[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'rosella-migrate-'))
  cleanUp = [() => rm(home, { recursive: true })]
})
afterEach(async () => {
  for (const clean of cleanUp.reverse()) await clean()
})

async function freshPglite(): Promise<Database> {
  const database = await openTemplatePglite(join(home, 'database'))
  cleanUp.push(() => database.close())
  await sql`drop schema public cascade; create schema public`.execute(database.db)
  return database
}

async function freshPostgres(): Promise<Database> {
  const { url, drop } = await freshPostgresDatabase()
  const database = await openPostgres(url)
  cleanUp.push(drop, () => database.close())
  return database
}

async function folderOf(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(home, 'migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

describe.each([
  ['PGlite', freshPglite],
  ['PostgreSQL', freshPostgres],
])('migrations on %s', { timeout: 90_000 }, (_, fresh) => {
  test('our migrations apply once, and a second run applies nothing', async () => {
    const database = await fresh()
    const { db } = database
    expect((await migrate(database))[0]).toBe('0001-the-house.sql')
    expect(await migrate(database)).toEqual([])
    expect((await sql`select count(*) from member`.execute(db)).rows).toEqual([{ count: 0 }])
    const { rows } = await sql<{ ok: boolean }>`select length(sha256) = 64 and
      abs(applied_ts - extract(epoch from now())) < 60 as ok from schema_migration`.execute(db)
    expect(rows.every((row) => row.ok)).toBe(true)
  })

  test('a failing migration is rolled back and named in the error', async () => {
    const database = await fresh()
    const good = { '0001-a.sql': 'create table a (n int); insert into a values (1);' }
    const bad = await folderOf({
      ...good,
      '0002-b.sql': 'create table b (n int); insert into nowhere values (1);',
    })
    await expect(migrate(database, { from: bad })).rejects.toThrow(
      'Migration 0002-b.sql failed: relation "nowhere" does not exist',
    )
    const fixed = await folderOf({ ...good, '0002-b.sql': 'create table b (n int);' })
    expect(await migrate(database, { from: fixed })).toEqual(['0002-b.sql'])
  })

  test('fills a column in batches until no row is left', async () => {
    const database = await fresh()
    await sql`create table crowd (n int, doubled int)`.execute(database.db)
    await sql`insert into crowd select generate_series(1, 25)`.execute(database.db)
    const from = await folderOf({
      '0001-a.sql': `-- no transaction
-- in batches
update crowd set doubled = n * 2 where n in (select n from crowd where doubled is null limit 10);
create index concurrently if not exists crowd_n on crowd (n);
`,
    })
    expect(await migrate(database, { from })).toEqual(['0001-a.sql'])
    const { rows } = await sql`
      select count(*)::int, sum(doubled)::int, to_regclass('crowd_n') is not null as index from crowd`.execute(
      database.db,
    )
    expect(rows).toEqual([{ count: 25, sum: 650, index: true }])
  })
})

test('older photos are ordered by time when the sequence is added, and new ones follow', async () => {
  const database = await freshPostgres()
  const { db } = database
  const old = ['0001-the-house.sql', '0002-first-words.sql', '0003-photos-by-decision.sql']
  const texts = old.map(async (name) => [name, await readFile(new URL(name, ours), 'utf8')] as const)
  await migrate(database, { from: await folderOf(Object.fromEntries(await Promise.all(texts))) })
  await sql`insert into member (url_hash, created_ts) values ('aaaaaaaaa', 1)`.execute(db)
  const add = (letter: string, ts: number) =>
    sql`insert into photo (name, member_id, width, height, dhash, thumbhash, created_ts)
      select ${letter.repeat(22)}, id, 1, 1, '', '', ${ts} from member`.execute(db)
  for (const [letter, ts] of [
    ['c', 30],
    ['b', 10],
    ['d', 20],
    ['a', 20],
  ] as const)
    await add(letter, ts)
  expect(await migrate(database)).toContain('0004-photos-in-sequence.sql')
  for (const letter of ['z', 'y']) await add(letter, 5)
  const { rows } = await sql<{ name: string }>`select name from photo order by seq`.execute(db)
  expect(rows.map(({ name }) => name[0]).join('')).toBe('badczy')
})

test('refuses applied migrations that were changed, removed or preceded by a new one', async () => {
  const database = await freshPostgres()
  const files = { '0001-a.sql': 'create table a (n int);', '0003-c.sql': 'create table c (n int);' }
  await migrate(database, { from: await folderOf(files) })
  await expect(
    migrate(database, { from: await folderOf({ ...files, '0003-c.sql': 'select 1' }) }),
  ).rejects.toThrow('Migration 0003-c.sql was changed after it had been applied. Write a new one instead.')
  await expect(
    migrate(database, { from: await folderOf({ '0003-c.sql': files['0003-c.sql'] }) }),
  ).rejects.toThrow('The database has applied migration 0001-a.sql, which this version does not have.')
  await expect(
    migrate(database, { from: await folderOf({ ...files, '0002-b.sql': 'select 1' }) }),
  ).rejects.toThrow(
    'Migration 0002-b.sql precedes 0003-c.sql, which has already been applied. Give it a higher number.',
  )
  await expect(
    migrate(database, { from: await folderOf({ ...files, '0003-d.sql': 'select 1' }) }),
  ).rejects.toThrow('Two migrations have the number 0003.')
  const windows = { ...files, '0001-a.sql': files['0001-a.sql'].replaceAll('\n', '\r\n') }
  expect(await migrate(database, { from: await folderOf(windows) })).toEqual([])
})

test('eight processes that start together migrate PostgreSQL once', async () => {
  const { url, drop } = await freshPostgresDatabase()
  cleanUp.push(drop)
  const databases = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url, { connections: 1 })))
  for (const database of databases) cleanUp.push(() => database.close())
  const applied = await Promise.all(databases.map((database) => migrate(database)))
  const names = (await readdir(ours)).filter((name) => name.endsWith('.sql'))
  expect(applied.flat().sort()).toEqual(names.sort())
}, 60_000)

test('sees what another process has just applied, despite the connection’s cache', async () => {
  const { url, drop } = await freshPostgresDatabase()
  cleanUp.push(drop)
  const [one, two] = await Promise.all([openPostgres(url), openPostgres(url)])
  cleanUp.push(
    () => one.close(),
    () => two.close(),
  )
  const from = await folderOf({ '0001-a.sql': 'create table a (n int);' })
  await one.db.transaction().execute(async (tx) => {
    const check = () => assertMigrated({ db: tx })
    // PostgreSQL caches that the table does not exist, and a second look does not refresh the cache.
    await sql`select to_regclass('schema_migration')`.execute(tx)
    await expect(check()).rejects.toThrow('This database contains no site.')
    await migrate(two, { from })
    await expect(check()).rejects.toThrow('The database has applied migration 0001-a.sql')
  })
})

test('the previous version starts on the next version’s schema and changes nothing', async () => {
  const database = await freshPostgres()
  const before = { '0001-a.sql': 'create table a (n int);' }
  await migrate(database, {
    from: await folderOf({ ...before, '0002-b.sql': 'alter table a add column m int;' }),
  })
  expect(await migrate(database, { from: await folderOf(before) })).toEqual([])
})

test('a migration whose table is in use lets other queries pass and tries again', async () => {
  const database = await freshPostgres()
  await sql`create table busy (n int)`.execute(database.db)
  const from = await folderOf({ '0001-a.sql': 'alter table busy add column m int;' })
  const reading = database.db.transaction().execute(async (tx) => {
    await sql`select * from busy`.execute(tx)
    await expect(migrate(database, { from, lockTimeout: '50ms', tries: 1 })).rejects.toThrow(
      'Migration 0001-a.sql failed: canceling statement due to lock timeout',
    )
    const migrated = migrate(database, { from, lockTimeout: '50ms' })
    await sleep(500)
    // No query waits behind it for longer than that.
    const asked = performance.now()
    await sql`insert into busy (n) values (1)`.execute(database.db)
    expect(performance.now() - asked).toBeLessThan(1000)
    return { migrated }
  })
  const { migrated } = await reading
  expect(await migrated).toEqual(['0001-a.sql'])
}, 30_000)

test('builds an index during writes, and rebuilds one that was interrupted', async () => {
  const database = await freshPostgres()
  const { db } = database
  await sql`create table crowd (n int)`.execute(db)
  await sql`insert into crowd values (1), (1)`.execute(db)
  const text = (unique: string) => `-- no transaction
-- why; and more
create ${unique} index concurrently if not exists crowd_n on crowd (n);
create or replace function five() returns int language sql as $$ select 5; $$;
comment on table crowd is 'it; it''s';
`
  await expect(migrate(database, { from: await folderOf({ '0001-a.sql': text('unique') }) })).rejects.toThrow(
    'could not create unique index',
  )
  const { rows: broken } =
    await sql`select indisvalid from pg_index where indexrelid = 'crowd_n'::regclass`.execute(db)
  expect(broken).toEqual([{ indisvalid: false }])
  // The index waits for an open transaction that writes, but other writers do not wait.
  let migrated: Promise<string[]> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`insert into crowd values (2)`.execute(tx)
    migrated = migrate(database, { from: await folderOf({ '0001-a.sql': text('') }) })
    await sleep(500)
    await sql`insert into crowd values (3)`.execute(db)
  })
  expect(await migrated).toEqual(['0001-a.sql'])
  const { rows } =
    await sql`select indisvalid, five() from pg_index where indexrelid = 'crowd_n'::regclass`.execute(db)
  expect(rows).toEqual([{ indisvalid: true, five: 5 }])
}, 30_000)

test('members write between two batches, and an interrupted run continues', async () => {
  const database = await freshPostgres()
  const { db } = database
  await sql`create table crowd (n int, doubled int)`.execute(db)
  await sql`insert into crowd select generate_series(1, 1000)`.execute(db)
  const from = await folderOf({
    '0001-a.sql': `-- no transaction
-- in batches
update crowd set doubled = n * 2 where n in (select n from crowd where doubled is null order by n limit 10);
`,
  })
  const filled = async () =>
    Number((await sql<{ n: string }>`select count(doubled) as n from crowd`.execute(db)).rows[0]?.n)
  await db.transaction().execute(async (tx) => {
    // A row that a member's call has locked stops its batch only.
    await sql`update crowd set n = n where n = 500`.execute(tx)
    await expect(migrate(database, { from, lockTimeout: '50ms', tries: 1 })).rejects.toThrow('lock timeout')
  })
  expect(await filled()).toBe(490)
  const asked: number[] = []
  const migrated = migrate(database, { from })
  while ((await filled()) < 1000) {
    const began = performance.now()
    await sql`update crowd set doubled = doubled where n = 999`.execute(db)
    asked.push(performance.now() - began)
  }
  expect(await migrated).toEqual(['0001-a.sql'])
  expect(asked.length).toBeGreaterThan(3)
  expect(Math.max(...asked)).toBeLessThan(1000)
}, 30_000)

test('read-only commands change nothing and report a missing migration', async () => {
  const database = await freshPostgres()
  await expect(assertMigrated(database)).rejects.toThrow('This database contains no site.')
  const [first = ''] = (await readdir(ours)).sort()
  await migrate(database, { from: await folderOf({ [first]: await readFile(new URL(first, ours), 'utf8') }) })
  await expect(assertMigrated(database)).rejects.toThrow(
    /^The database lacks migration 0002-[\w-]+\.sql\. Start the site/,
  )
  const { rows } = await sql`select name from schema_migration`.execute(database.db)
  expect(rows).toEqual([{ name: first }])
  await migrate(database)
  await assertMigrated(database)
}, 60_000)

test('finds the migrations from the build too', async () => {
  // esbuild writes every chunk to server/dist, next to server/migrations.
  const { build } = await import('esbuild')
  const dist = join(home, 'server/dist')
  await cp(ours, join(home, 'server/migrations'), { recursive: true })
  await build({
    entryPoints: [new URL('./migrate.ts', import.meta.url).pathname],
    outfile: join(dist, 'chunk.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
  })
  const built: { migrate: typeof migrate } = await import(pathToFileURL(join(dist, 'chunk.js')).href)
  expect(await built.migrate(await freshPostgres())).toContain('0001-the-house.sql')
})
