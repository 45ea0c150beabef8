import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyExamples, type Example, readExample, typeErrors } from './worked-example'

// Compiling a copy of the sources is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Contract = typeof import('../../contract/notifications/kinds')

const field = readExample('Adding a searchable profile field')
const kind = readExample('Adding a notification kind')
const pathsOf = ({ changes }: Example) => new Set(changes.map(({ path }) => path))

let copy: string
let db: PGlite
beforeAll(async () => {
  copy = applyExamples([field, kind])
  db = await PGlite.create()
})
afterAll(async () => {
  rmSync(copy, { recursive: true })
  await db.close()
})

test('a searchable profile field touches at most four product files and a migration', () => {
  expect(pathsOf(field)).toContain('contract/profile/fields.ts')
  expect(pathsOf(field).size).toBeLessThanOrEqual(4)
})

test('a notification kind touches at most four product files and a migration', () => {
  expect(pathsOf(kind)).toContain('contract/notifications/kinds.ts')
  expect(pathsOf(kind).size).toBeLessThanOrEqual(4)
  expect(kind.migration).toContain('alter table account')
})

test('the examples compile', () => {
  expect(typeErrors(copy)).toBe('')
}, 600_000)

/** Runs in the copy and collects what each part of the product knows about the new field. */
const probe = `
import { filtersRule, writeFilters } from '@rosella/contract/browse/filters'
import { noPreferences, preferencesRule } from '@rosella/contract/browse/preferences'
import { viewProfile } from '@rosella/contract/member/endpoints'
import { saveProfile } from '@rosella/contract/profile/endpoints'
import { chipLabels, editableFields, filterGroup, profileColumns } from '@rosella/contract/profile/fields'
import { profileRules } from '@rosella/contract/profile/rules'
import { SnapshotProfile } from '@rosella/contract/safety/case-shapes'
import { memberFacts } from './server/src/members/member-facts'
import { IdSet } from './server/src/members/unlisted-members'
import { MemberColumns } from './server/src/search-index/columns'
import { compileQuery } from './server/src/search-index/compile-query'
import { scan } from './server/src/search-index/scan'
import { Towns } from './server/src/search-index/towns'

import { profileFacts } from './web/src/features/admin/members/profile-facts'
import { filterLabel } from './web/src/features/browse/search/filter-labels'
import { metricTables } from './web/src/features/member/metrics.ts'

const anna = { id: 1, gender: 'f', interested: 'm', town_id: null, town_hidden: false, birthday: '1990-01-01',
  created_ts: 1, active_ts: 1, ndp: 0, verified_ts: null, choices: '       -', height: null, spoken: '', tags: '',
  age_min: null, age_max: null, distance: null, answered_only: null, accepts: null }
const men = ['+', '-', ' '].map((pets, n) => ({ ...anna, id: n + 2, gender: 'm', interested: 'w', choices: '       ' + pets }))
const columns = new MemberColumns(0)
for (const man of men) columns.put(man)
// Accepts only people who have pets, so Anna never sees him.
columns.put({ ...men[0], id: 9, age_min: 18, age_max: 99, distance: 0, answered_only: false, accepts: ',,,,,+' })
const search = (filters) => scan(columns, compileQuery({ seeker: { ...anna, country: null, home: null }, hidden: new IdSet([1]),
  filters, origin: { country: null, position: null }, online: undefined, sort: 'active', photosMin: 0, now: 2_000_000_000,
  countNearMisses: true }, new Towns()))
const found = async (filters) => { const matches = await search(filters); return { ids: matches.ids().sort(), pets: matches.withoutFilter().get('pets') } }

export const known = async () => ({
  rule: profileRules.pets('~'),
  wrong: profileRules.pets('x').ok,
  filter: filtersRule({ pets: '+,-' }),
  written: writeFilters({ pets: ['+'] }),
  preference: preferencesRule(noPreferences, { pets: ['+'] }).value?.pets,
  form: editableFields.includes('pets'),
  panel: filterGroup('pets'),
  chip: filterLabel('pets', { pets: ['+'] }),
  chips: Object.values(chipLabels('pets')),
  columns: profileColumns.includes('pets'),
  view: 'pets' in viewProfile.reply.properties.user.properties,
  save: 'pets' in saveProfile.input.properties,
  evidence: 'pets' in SnapshotProfile.properties,
  facts: profileFacts({ pets: '+' }, 0).find(([label]) => label === 'Pets'),
  metric: metricTables({ pets: '~', birthday: null }, 0).flatMap(({ metrics }) => metrics).find(({ label }) => label === 'Pets')?.text,
  sql: memberFacts.toOperationNode().sqlFragments.join(''),
  some: await found({ pets: ['+'] }),
  answered: await found({ pets: ['+'], answered_only: true }),
})
`

test('forms, filters, the index, the profile, evidence and admin views know the field', async () => {
  writeFileSync(join(copy, 'probe.ts'), probe)
  const { known } = (await import(pathToFileURL(join(copy, 'probe.ts')).href)) as {
    known: () => Promise<Record<string, unknown>>
  }
  const { sql, ...rest } = await known()
  expect(rest).toEqual({
    rule: { ok: true, value: '~' },
    wrong: false,
    filter: { ok: true, value: { pets: ['-', '+'] } },
    written: { pets: '+' },
    preference: ['+'],
    form: true,
    panel: 'day',
    chip: 'Has pets',
    chips: ['No pets', 'Wants pets', 'Has pets'],
    columns: true,
    view: true,
    save: true,
    evidence: true,
    facts: ['Pets', 'Yes'],
    metric: 'Some day',
    some: { ids: [2, 4], pets: 1 },
    answered: { ids: [2], pets: 2 },
  })
  expect(sql).toContain('p.pets')
  expect(sql).toContain('l.pets')
})

test('the field’s migration adds the columns that the table derives', async () => {
  await db.exec(`
    create table profile (member_id bigint);
    create table preferences (member_id bigint);
    insert into profile values (1);
    insert into preferences values (1);
    ${field.migration}`)
  expect((await db.query('select * from profile')).rows).toEqual([{ member_id: 1, pets: null }])
  expect((await db.query('select * from preferences')).rows).toEqual([{ member_id: 1, pets: [] }])
})

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

test('the kind’s migration adds the column with the default of the table, and the notices', async () => {
  const { notificationKinds }: Contract = await import(
    pathToFileURL(join(copy, 'contract/notifications/kinds.ts')).href
  )
  const row = Object.values(notificationKinds).at(-1)
  const kinds = Object.keys(notificationKinds)
  await db.exec(`
    create table account (member_id bigint);
    create table notice (kind text not null constraint notice_kind_check check (kind in ('match', 'like', 'rose')));
    insert into account values (1);
    ${kind.migration}`)
  const { rows } = await db.query('select * from account')
  expect(rows).toEqual([{ member_id: 1, [row?.setting ?? '']: row?.default }])
  await db.query('insert into notice values ($1)', [kinds.at(-1)])
})
