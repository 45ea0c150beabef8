import { readFile } from 'node:fs/promises'
import { cookies, emailKinds, siteData, storedData } from '@rosella/contract/account/stored-data'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AGAIN_AFTER_DAYS, RATE_DAYS } from '../browse/suggestions/read-candidates'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: { BACKUP_DIR: '' } })
})
afterAll(() => app?.close())

/** Tables that store many kinds of data are described column by column. */
const BY_COLUMN = ['account', 'member']

test('the privacy page has a line for every table, and for every column of accounts and members', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in (
      select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')
  `.execute(app.db)
  const stored = new Set(
    rows.map(({ table, column }) => (BY_COLUMN.includes(table) ? `${table}.${column}` : table)),
  )
  const described = [...storedData, siteData].flatMap(({ stores }) => stores)
  expect([...new Set(described)].sort()).toEqual([...stored].sort())
})

test('every job is on the privacy page: it deletes stored data, sends an email or is about the site', () => {
  const described = [
    ...[...storedData, siteData].flatMap(({ jobs }) => jobs ?? []),
    ...emailKinds.map(({ job }) => job),
  ]
  expect([...new Set(described)].sort()).toEqual([...app.server.jobs.totals().keys()].sort())
})

test('the load balancer sets only the cookie that the privacy page names', async () => {
  const config = await readFile(new URL('../../../../ops/haproxy.cfg', import.meta.url), 'utf8')
  const names = [...config.matchAll(/^\s*cookie (\S+) insert/gm)].map(([, name]) => name)
  expect(names).toEqual(['rosella_process'])
  expect(cookies.map(({ name }) => name)).toContain('rosella_process')
})

test('the page gives the days for which suggestions and impressions are stored', () => {
  const lineOf = (table: string) => storedData.find(({ stores }) => stores.includes(table))?.until
  expect(lineOf('suggestion')).toBe(`${AGAIN_AFTER_DAYS} days.`)
  expect(lineOf('impression')).toBe(`${RATE_DAYS} days. Daily totals without names stay.`)
})
