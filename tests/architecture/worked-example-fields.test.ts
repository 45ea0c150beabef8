import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyExample, readExample, typeErrors } from './worked-example'

const example = readExample('Adding a searchable profile field')
const { changes, migration } = example

let copy: string
beforeAll(() => {
  copy = applyExample(example)
})
afterAll(() => rmSync(copy, { recursive: true }))

test('a searchable profile field touches at most four product files and a migration', () => {
  const paths = new Set(changes.map(({ path }) => path))
  expect(paths).toContain('contract/profile/fields.ts')
  expect(paths.size).toBeLessThanOrEqual(4)
})

test('the example compiles', () => {
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
const search = (filters) => scan(columns, compileQuery({ seeker: { ...anna, country: null, home: null }, hidden: [],
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
}, 60_000)

test('its migration adds the columns that the table derives', async () => {
  const db = new PGlite()
  await db.exec(`
    create table profile (member_id bigint);
    create table preferences (member_id bigint);
    insert into profile values (1);
    insert into preferences values (1);
    ${migration}`)
  expect((await db.query('select * from profile')).rows).toEqual([{ member_id: 1, pets: null }])
  expect((await db.query('select * from preferences')).rows).toEqual([{ member_id: 1, pets: [] }])
  await db.close()
}, 120_000)
