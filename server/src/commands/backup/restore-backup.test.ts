import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../platform/adapters/database/postgres'
import { migrate, migrateWithin } from '../../platform/database/migrate'
import type { Database, Db } from '../../platform/ports/database'
import { openBackup, type PhotoSource, restoreBackup } from './restore-backup'
import { type RetentionKeys, takeBackup } from './take-backup'

let dir: string
const cleanUp: (() => Promise<void>)[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-restore-'))
})
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean()
  await rm(dir, { recursive: true })
})

async function empty(): Promise<Database> {
  const { url, drop } = await freshPostgresDatabase()
  const database = await openPostgres(url, { connections: 1 })
  cleanUp.push(drop, () => database.close())
  return database
}
const noPhotos: PhotoSource = { names: [], read: () => Promise.reject(new Error('there are none')) }
const migrationsOf = async (db: Db) =>
  (
    await sql<{
      name: string
      sha256: string
    }>`select name, sha256 from schema_migration order by name`.execute(db)
  ).rows

test('upgrades a backup of an older version, and refuses one of a newer version', async () => {
  const now = await empty()
  await migrate(now)
  const all = await migrationsOf(now.db)
  const early = all.slice(0, 6)
  const old = await empty()
  const like = new Map(early.map(({ name, sha256 }) => [name, sha256]))
  await old.db.transaction().execute((tx) => migrateWithin(tx, { like }))
  await sql`insert into member (url_hash, created_ts) values ('oldmember', 1)`.execute(old.db)
  await sql`insert into report (reporter_id, member_id, reason, severity, created_ts) values (1, 2, 'Old', 1, 1)`.execute(
    old.db,
  )
  await sql`delete from prompt where id > 1`.execute(old.db)
  const folder = join(dir, 'old')
  expect((await takeBackup(old, undefined, folder)).tables.map(({ name }) => name)).not.toContain('site_day')

  const target = await empty()
  await restoreBackup(target, await openBackup(folder), noPhotos, { replace: false })
  expect(await migrationsOf(target.db)).toEqual(all)
  expect((await sql`select id, url_hash from member`.execute(target.db)).rows).toEqual([
    { id: 1, url_hash: 'oldmember' },
  ])
  expect((await sql`select reason, lifted_ts from report`.execute(target.db)).rows).toEqual([
    { reason: 'Old', lifted_ts: null },
  ])
  // Rows that a migration inserted and the site deleted stay deleted.
  expect((await sql`select id from prompt`.execute(target.db)).rows).toEqual([{ id: 1 }])

  const about = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'))
  about.migrations['9999-from-the-future.sql'] = 'ff'
  await writeFile(join(folder, 'backup.json'), JSON.stringify(about))
  const untouched = await empty()
  const newer = restoreBackup(untouched, await openBackup(folder), noPhotos, { replace: false })
  await expect(newer).rejects.toThrow(
    '9999-from-the-future.sql, which this version does not have because it is newer',
  )
  expect(
    (await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(untouched.db)).rows,
  ).toEqual([])
})

test('backups omit the keys of retained messages, and a restored site keeps its own', async () => {
  const site = await empty()
  await migrate(site)
  const key = (n: number) => ({ quarter: '2026-4', secret: Buffer.alloc(32, n), until_ts: 1_806_000_000 })
  const keysOf = async (db: Db) =>
    (await db.selectFrom('retained_message_key').select('secret').execute()).map(({ secret }) => secret[0])
  await site.db.insertInto('retained_message_key').values(key(7)).execute()
  const folder = join(dir, 'without-keys')
  expect((await takeBackup(site, undefined, folder)).tables.map(({ name }) => name)).not.toContain(
    'retained_message_key',
  )
  const restore = async (target: Database, options: { replace: boolean; retentionKeys?: RetentionKeys }) => {
    await restoreBackup(target, await openBackup(folder), noPhotos, options)
    return keysOf(target.db)
  }
  expect(await restore(site, { replace: true })).toEqual([7])
  expect(await restore(await empty(), { replace: false })).toEqual([])
  // Moving to another database copies them.
  expect(await restore(site, { replace: true, retentionKeys: [key(9)] })).toEqual([9])
})

test('restores saved searches and times of changes', async () => {
  const source = await empty()
  await migrate(source)
  await sql`insert into member (url_hash, created_ts) select 'member00' || n, 1 from generate_series(1, 3) n`.execute(
    source.db,
  )
  await sql`insert into saved_search (member_id, name, filters, created_ts) values (1, 'Mine', '{}', 1)`.execute(
    source.db,
  )
  await sql`insert into member_change (member_id, changed_ts) values (2, 5.25), (3, 6)`.execute(source.db)
  const folder = join(dir, 'changes')
  await takeBackup(source, undefined, folder)
  const target = await empty()
  await restoreBackup(target, await openBackup(folder), noPhotos, { replace: false })
  for (const table of ['saved_search', 'member_change']) {
    const all = sql`select * from ${sql.table(table)} order by 1`
    const { rows } = await all.execute(source.db)
    expect(rows.length).toBeGreaterThan(0)
    expect((await all.execute(target.db)).rows).toEqual(rows)
  }
})
