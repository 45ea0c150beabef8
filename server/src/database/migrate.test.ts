import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTemplatePglite } from '@rosella/testkit/template-database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../adapters/database/postgres'
import type { Database } from '../ports/database'
import { migrate } from './migrate'

const ours = new URL('../../migrations/', import.meta.url)
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
  test('ours apply once, and a second run finds nothing to do', async () => {
    const database = await fresh()
    const { db } = database
    expect((await migrate(database))[0]).toBe('0001-the-house.sql')
    expect(await migrate(database)).toEqual([])
    expect((await sql`select count(*) from member`.execute(db)).rows).toEqual([{ count: 0 }])
    const { rows } = await sql<{ ok: boolean }>`select length(sha256) = 64 and
      abs(applied_ts - extract(epoch from now())) < 60 as ok from schema_migration`.execute(db)
    expect(rows.every((row) => row.ok)).toBe(true)
  })

  test('photos from before they had a sequence keep the order of their times, and new ones follow', async () => {
    const database = await fresh()
    const { db } = database
    const old = ['0001-the-house.sql', '0002-first-words.sql', '0003-photos-by-decision.sql']
    const texts = old.map(async (name) => [name, await readFile(new URL(name, ours), 'utf8')] as const)
    await migrate(database, await folderOf(Object.fromEntries(await Promise.all(texts))))
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

  test('a failing one leaves nothing behind, and is named', async () => {
    const database = await fresh()
    const good = { '0001-a.sql': 'create table a (n int); insert into a values (1);' }
    const bad = await folderOf({
      ...good,
      '0002-b.sql': 'create table b (n int); insert into nowhere values (1);',
    })
    await expect(migrate(database, bad)).rejects.toThrow(
      'Migration 0002-b.sql failed: relation "nowhere" does not exist',
    )
    const mended = await folderOf({ ...good, '0002-b.sql': 'create table b (n int);' })
    expect(await migrate(database, mended)).toEqual(['0001-a.sql', '0002-b.sql'])
  })

  test('what has been applied may be neither changed, nor missing, nor overtaken', async () => {
    const database = await fresh()
    const files = { '0001-a.sql': 'create table a (n int);', '0003-c.sql': 'create table c (n int);' }
    await migrate(database, await folderOf(files))
    await expect(migrate(database, await folderOf({ ...files, '0003-c.sql': 'select 1' }))).rejects.toThrow(
      'Migration 0003-c.sql was changed after it had been applied: write a new one instead.',
    )
    await expect(migrate(database, await folderOf({ '0001-a.sql': files['0001-a.sql'] }))).rejects.toThrow(
      'The database has had migration 0003-c.sql, which this version does not know: it is newer.',
    )
    await expect(migrate(database, await folderOf({ ...files, '0002-b.sql': 'select 1' }))).rejects.toThrow(
      'Migration 0002-b.sql comes before 0003-c.sql, which has been applied: give it a later number.',
    )
    await expect(migrate(database, await folderOf({ ...files, '0003-d.sql': 'select 1' }))).rejects.toThrow(
      'Two migrations bear the number 0003.',
    )
    const windows = { ...files, '0001-a.sql': files['0001-a.sql'].replaceAll('\n', '\r\n') }
    expect(await migrate(database, await folderOf(windows))).toEqual([])
  })
})

test('eight processes that start together migrate PostgreSQL once', async () => {
  const { url, drop } = await freshPostgresDatabase()
  cleanUp.push(drop)
  const databases = await Promise.all(Array.from({ length: 8 }, () => openPostgres(url, { connections: 1 })))
  for (const database of databases) cleanUp.push(() => database.close())
  const applied = await Promise.all(databases.map((database) => migrate(database)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect(applied.flat()).toContain('0001-the-house.sql')
})

test('the folder is found from the build as well', async () => {
  // esbuild puts every chunk straight into server/dist, beside server/migrations.
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
