import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './imports'

/** Applies the worked example of CONTRIBUTING.md to a copy of the product, as a reader would. */

type Contract = typeof import('../../contract/notifications/kinds')

interface Change {
  path: string
  before: string
  after: string
}

const [, section = ''] =
  /\n## Adding a notification kind\n([\s\S]*?)(?=\n## |$)/.exec(
    readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
  ) ?? []

/** The blocks of the section: a file name, and lines that begin with a space, a plus or a minus. */
const changes: Change[] = [...section.matchAll(/```diff\n\+\+\+ (\S+)\n([\s\S]*?)```/g)].map(
  ([, path = '', block = '']) => {
    const lines = block.split('\n').slice(0, -1)
    const side = (marks: string) =>
      lines.flatMap((line) => (marks.includes(line[0] ?? ' ') ? [line.slice(1)] : [])).join('\n')
    return { path, before: side(' -'), after: side(' +') }
  },
)
const [, migration = ''] = /```sql\n([\s\S]*?)```/.exec(section) ?? []

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'rosella-example-'))
  for (const part of [
    'contract',
    'server/src',
    'server/package.json',
    'web/src',
    'web/package.json',
    'testkit',
    'tools',
    'tsconfig.json',
  ])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$|node_modules/.test(path),
    })
  linkPackages()
  for (const { path, before, after } of changes) {
    const text = readFileSync(join(copy, path), 'utf8')
    const [start, end, more] = text.split(`${before}\n`)
    if (end === undefined || more !== undefined) throw new Error(`Not once in ${path}:\n${before}`)
    writeFileSync(join(copy, path), `${start}${after}\n${end}`)
  }
})
afterAll(() => rmSync(copy, { recursive: true }))

/** The packages of the checkout, except that ours are those of the copy. */
function linkPackages(): void {
  const installed = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@rosella'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@rosella') symlinkSync(join(installed, name), join(copy, 'node_modules', name))
  symlinkSync(join(root, 'server/node_modules'), join(copy, 'server/node_modules'))
  for (const name of ['contract', 'server', 'web', 'testkit'])
    symlinkSync(join(copy, name), join(copy, 'node_modules/@rosella', name))
}

test('a notification kind touches at most four product files and a migration', () => {
  const paths = new Set(changes.map(({ path }) => path))
  expect(paths).toContain('contract/notifications/kinds.ts')
  expect(paths.size).toBeLessThanOrEqual(4)
  expect(migration).toContain('alter table account')
})

test('the types hold after it', () => {
  const config = JSON.parse(readFileSync(join(copy, 'tsconfig.json'), 'utf8'))
  config.include = ['contract', 'server/src', 'web/src']
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/.bin/tsc')
  let errors = ''
  try {
    execFileSync(compiler, ['-p', copy], { encoding: 'utf8' })
  } catch (error) {
    errors = (error as { stdout: string }).stdout
  }
  expect(errors).toBe('')
}, 180_000)

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
  const { userSettingKeys } = await load<{ userSettingKeys: string[] }>('contract/settings/rules.ts')
  expect(userSettingKeys).toContain(row.setting)
  const { getUserSettings } = await load<typeof import('../../contract/settings/endpoints')>(
    'contract/settings/endpoints.ts',
  )
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
