import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyExample, readExample, typeErrors } from './worked-example'

// Compiling a copy of the sources is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

type Contract = typeof import('../../contract/notifications/kinds')

const example = readExample('Adding a notification kind')
const { changes, migration } = example

let copy: string
beforeAll(() => {
  copy = applyExample(example)
})
afterAll(() => rmSync(copy, { recursive: true }))

test('a notification kind touches at most four product files and a migration', () => {
  const paths = new Set(changes.map(({ path }) => path))
  expect(paths).toContain('contract/notifications/kinds.ts')
  expect(paths.size).toBeLessThanOrEqual(4)
  expect(migration).toContain('alter table account')
})

test('the example compiles', () => {
  expect(typeErrors(copy)).toBe('')
}, 600_000)

test('settings, emails, push, toasts and stream events know the kind', async () => {
  const load = async <T>(path: string): Promise<T> => import(pathToFileURL(join(copy, path)).href)
  const kinds: Contract = await load('contract/notifications/kinds.ts')
  const own = Object.keys(kinds.notificationKinds)
  const [added] = own.slice(-1) as [keyof typeof kinds.notificationKinds]
  const row = kinds.notificationKinds[added]
  const before: Contract = await import('../../contract/notifications/kinds')
  expect(before.notificationKinds).not.toHaveProperty(added)
  expect(kinds.notificationSettings.at(-1)).toMatchObject({ key: row.setting, label: row.label })
  expect(kinds.noticeKinds).toContain(added)
  expect(kinds.emailedKinds).toContain(added)
  expect(kinds.toasts).toHaveProperty(added)
  const { streamEvents } = await load<{ streamEvents: object }>('contract/live/stream.ts')
  expect(streamEvents).toHaveProperty(added)
  const { getUserSettings, userSettingKeys } = await load<typeof import('../../contract/settings/endpoints')>(
    'contract/settings/endpoints.ts',
  )
  expect(userSettingKeys).toContain(row.setting)
  expect(getUserSettings.reply.properties.u.properties).toHaveProperty(row.setting)
})

test('its migration adds the column with the default of the table, and the notices', async () => {
  const { notificationKinds }: Contract = await import(
    pathToFileURL(join(copy, 'contract/notifications/kinds.ts')).href
  )
  const row = Object.values(notificationKinds).at(-1)
  const kinds = Object.keys(notificationKinds)
  const db = new PGlite()
  await db.exec(`
    create table account (member_id bigint);
    create table notice (kind text not null constraint notice_kind_check check (kind in ('match', 'like', 'rose')));
    insert into account values (1);
    ${migration}`)
  const { rows } = await db.query('select * from account')
  expect(rows).toEqual([{ member_id: 1, [row?.setting ?? '']: row?.default }])
  await db.query('insert into notice values ($1)', [kinds.at(-1)])
  await db.close()
}, 120_000)
