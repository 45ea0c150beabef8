import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FreshDatabase, freshPostgresDatabase } from '@rosella/testkit/services'
import { freshTemplatePostgres } from '@rosella/testkit/template-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../platform/adapters/database/postgres'
import { migrateWithin } from '../../platform/database/migrate'
import type { Database, Db } from '../../platform/ports/database'
import { rehearseRestore } from './rehearse'
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

async function open({ url, drop }: FreshDatabase): Promise<Database> {
  const database = await openPostgres(url, { connections: 1 })
  cleanUp.push(drop, () => database.close())
  return database
}
const empty = async () => open(await freshPostgresDatabase())
const migrated = async () => open(await freshTemplatePostgres())
const noPhotos: PhotoSource = { names: [], read: () => Promise.reject(new Error('there are none')) }
const migrationsOf = async (db: Db) =>
  (
    await sql<{
      name: string
      sha256: string
    }>`select name, sha256 from schema_migration order by name`.execute(db)
  ).rows

test('upgrades a backup of an older version, and refuses one of a newer version', async () => {
  const now = await migrated()
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
  const site = await migrated()
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
  const source = await migrated()
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

test('restores rows as they are, without triggers, and builds every index, key and trigger again', async () => {
  const source = await migrated()
  // Triggers would set the town, which loading does not change.
  await sql`alter table member disable trigger user`.execute(source.db)
  await sql`insert into member (url_hash, created_ts, country, city) values ('faraway01', 1, 'AU', 'Atlantis')`.execute(
    source.db,
  )
  await sql`update member set town_id = (select min(id) from town)`.execute(source.db)
  await sql`alter table member enable trigger user`.execute(source.db)
  const folder = join(dir, 'as-it-is')
  await takeBackup(source, undefined, folder)
  const target = await empty()
  const lines: string[] = []
  const onProgress = (line: string) => lines.push(line)
  await restoreBackup(target, await openBackup(folder), noPhotos, { replace: false, onProgress })
  const member = sql`select url_hash, town_id from member`
  expect((await member.execute(target.db)).rows).toEqual((await member.execute(source.db)).rows)
  expect(lines).toContain('Building relation_pkey …')

  const schema = sql<{ thing: string }>`
    select pg_get_constraintdef(oid) || conrelid::regclass as thing from pg_constraint
      where connamespace = current_schema()::regnamespace
    union all select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace and indisvalid
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`
  const things = (await schema.execute(source.db)).rows
  expect(things.length).toBeGreaterThan(150)
  expect((await schema.execute(target.db)).rows).toEqual(things)
})

test('a restored foreign key is verified', async () => {
  const source = await migrated()
  // As a damaged backup or table would have it.
  await sql`alter table account drop constraint account_member_id_fkey`.execute(source.db)
  await sql`insert into account (member_id, email, email_hash, ban_hash) values (999, 'nobody@rosella.test', '\\x00', '\\x00')`.execute(
    source.db,
  )
  const folder = join(dir, 'broken-key')
  await takeBackup(source, undefined, folder)
  const target = await empty()
  const restoring = restoreBackup(target, await openBackup(folder), noPhotos, { replace: false })
  await expect(restoring).rejects.toThrow('account_member_id_fkey')
})

test('rehearses the restore beside the site without the right to create databases', async () => {
  const { url, drop } = await freshTemplatePostgres()
  const site = await openPostgres(url)
  cleanUp.push(drop, () => site.close())
  await sql`insert into member (url_hash, created_ts) values ('somebody1', 1)`.execute(site.db)
  const folder = join(dir, 'rehearsed')
  await takeBackup(site, undefined, folder)
  const role = `limited_${Date.now()}`
  await sql.raw(`create role ${role} login nocreatedb nosuperuser password 'secret'`).execute(site.db)
  await sql.raw(`grant create on database ${new URL(url).pathname.slice(1)} to ${role}`).execute(site.db)
  cleanUp.push(async () => {
    await sql.raw(`drop owned by ${role}`).execute(site.db)
    await sql.raw(`drop role ${role}`).execute(site.db)
  })
  const limited = new URL(url)
  Object.assign(limited, { username: role, password: 'secret' })
  const database = {
    ...({ kind: 'postgres', url: limited.href, connections: 2, keepStatements: true } as const),
    replicaUrl: undefined,
  }
  expect(await rehearseRestore(database, folder)).toMatchObject({ photos: 0 })
  const schemas = sql<{
    name: string
  }>`select nspname::text as name from pg_namespace where nspname like 'rosella%'`
  expect((await schemas.execute(site.db)).rows).toEqual([])
  const rows = await sql`select url_hash from member`.execute(site.db)
  expect(rows.rows).toEqual([{ url_hash: 'somebody1' }])

  // A backup that was damaged after it was made.
  await writeFile(join(folder, 'tables/member.ndjson.gz'), 'nothing')
  await expect(rehearseRestore(database, folder)).rejects.toThrow(
    'The backup is damaged: tables/member.ndjson.gz',
  )
})
