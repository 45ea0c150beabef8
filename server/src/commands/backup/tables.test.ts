import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTemplatePglite } from '@rosella/testkit/template-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../platform/adapters/database/postgres'
import type { Database } from '../../platform/ports/database'
import { dumpSettings, readSequences, readShapes } from './catalog'
import { SummedFiles } from './summed-files'
import { dumpTable, loadTable } from './tables'

let dir: string
const cleanUp: (() => Promise<void>)[] = []
const databases: Record<string, Database> = {}
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-tables-'))
  const { url, drop } = await freshPostgresDatabase()
  databases.PostgreSQL = await openPostgres(url)
  databases.PGlite = await openTemplatePglite(join(dir, 'database'))
  cleanUp.push(drop, () => rm(dir, { recursive: true }))
})
afterAll(async () => {
  for (const { close } of Object.values(databases)) await close()
  for (const clean of cleanUp) await clean()
})

const makeTable = sql`
  drop table if exists everything;
  create table everything (
    id bigint generated always as identity primary key, gone int, big bigint, exact numeric, number float8,
    small real, yes boolean, words text, fixed char(5), data jsonb, raw json, bytes bytea, day date,
    moment timestamptz, clock timestamp, span interval, key uuid, list text[], bigs bigint[][],
    twice bigint generated always as (big / 2) stored);
  alter table everything drop column gone`

const fill = sql`
  insert into everything (big, exact, number, small, yes, words, fixed, data, raw, bytes, day, moment, clock, span,
    key, list, bigs) values
  (9223372036854775807, 12345678901234567890.123456789, 0.1::float8 + 0.2, 16777216, true,
    E'one\\ntwo\\r\\t"\\\\,' || chr(8232) || chr(8233) || '🦜 عربي', 'ab', '{"n": 12345678901234567890.5, "a": [null, "ü"]}',
    '{ "spaced" : 1 }', '\\x00ff0a5c', '2000-02-29', '2026-11-15 10:11:12.123456+11', '1999-12-31 23:59:59.999999',
    '1 year 2 mons 3 days 04:05:06.789', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', array['a,b', '"', null, '{}', ''],
    array[array[1, 2], array[3, null]]),
  (-9223372036854775808, 'NaN', 'NaN', '-Infinity', false, '', '', 'null', 'null', '', '-infinity', 'infinity',
    '0044-03-15 12:00:00 BC', '-1 days', null, '{}', '{}'),
  (null, null, 5e-324, null, null, null, null, null, null, null, null, null, null, null, null, null, null),
  (0, 1.50, 1.7976931348623157e308, 0, null, 'null', null, '"null"', '[]', null, '9999-12-31', null, null, '0',
    null, null, null)`

test.each([
  ['PGlite', 'PostgreSQL'],
  ['PostgreSQL', 'PGlite'],
] as const)('copies every type of value from %s to %s', async (from, to) => {
  const [source, target] = [databases[from]?.db, databases[to]?.db]
  if (!source || !target) throw new Error('no database')
  for (const db of [source, target]) await makeTable.execute(db)
  await fill.execute(source)
  // The operator's settings must not affect a backup.
  const files = await SummedFiles.create(join(dir, from))
  const [table, sequences] = await source.transaction().execute(async (tx) => {
    await sql`set local datestyle = 'German'; set local timezone = 'Australia/Hobart'`.execute(tx)
    await sql`set local extra_float_digits = 0; set local bytea_output = 'escape'`.execute(tx)
    await dumpSettings(tx)
    const shape = (await readShapes(tx)).find(({ name }) => name === 'everything')
    if (!shape) throw new Error('no such table')
    return [await dumpTable(tx, shape, files), await readSequences(tx)]
  })
  expect(table.rows).toBe(4)
  expect(table.columns).not.toContain('twice')
  expect(sequences.everything_id_seq).toBe('4')
  await target.transaction().execute(async (tx) => {
    const shape = (await readShapes(tx)).find(({ name }) => name === 'everything')
    if (shape) await loadTable(tx, table, shape, files)
  })
  const rows = async (db: typeof source) =>
    (await sql<{ row: string }>`select e::text as row from everything e order by id`.execute(db)).rows
  expect(await rows(source)).toHaveLength(4)
  // jsonb null and SQL null, NaN, dates BC: as the databases themselves print them.
  expect(await rows(target)).toEqual(await rows(source))
  const nulls = sql`select id from everything where data is null order by id`
  expect((await nulls.execute(target)).rows).toEqual([{ id: 3 }])
})
