import {
  type FieldRow,
  fieldRow,
  fields,
  profileColumns,
  profileFieldNames,
  profileListFieldNames,
} from '@rosella/contract/profile/fields'
import { userSettingKeys } from '@rosella/contract/settings/endpoints'
import { switchKeys } from '@rosella/contract/settings/rules'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

/** Each value passes some check constraint, so that every writable column changes. */
const attempts: Record<string, unknown[]> = {
  text: ['+', 'm', 'a', '1', 'c', 'AU', 'none', 'mail', '08:15', 'Australia/Perth'],
  boolean: [true, false],
  bigint: [1, 2_000_000_000],
  smallint: [2, 180],
  integer: [9, 0],
  'double precision': [1.5, 0],
  date: ['1970-01-01', null],
  ARRAY: [['en'], ['coffee']],
  bytea: ['\\x00', null],
  jsonb: [[{ status: 2 }], null],
}

/** For several hundred sequential calls. */
const TIMEOUT = 180_000

/**
 * Sends every attempt on every column, asserts that only the named column changes, and returns the columns
 * that did. Refusals need no separate check, because a change would be found by the next comparison.
 */
async function reachedBy(who: Person, attempt: (key: string, value: unknown) => Promise<number>) {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select distinct column_name as name, data_type as type from information_schema.columns
    where table_name in ('member', 'account', 'profile') and table_schema = current_schema()`.execute(app.db)
  expect(columns.length).toBeGreaterThan(45)
  const reached = new Set<string>()
  let before = await everything()
  async function look(name: string) {
    const after = await everything()
    const changes = Object.keys(after).filter((place) => after[place] !== before[place])
    expect(changes.filter((place) => place !== `${who.id} ${name}`)).toEqual([])
    if (changes.length > 0) reached.add(name)
    before = after
  }
  for (const { name, type } of columns) {
    expect(attempts, `a column of type ${type}`).toHaveProperty([type])
    for (const value of attempts[type] ?? []) {
      const status = await attempt(name, value)
      expect(status, name).toBeLessThan(500)
      if (status === 200) await look(name)
    }
  }
  await look('nothing')
  return [...reached].sort()
}

/** Maps '7 height' to its value, for all members and columns of the three tables. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: number; columns: Record<string, unknown> }>`
    select m.id, to_jsonb(m) || to_jsonb(a) || to_jsonb(p) as columns
    from member m join account a on a.member_id = m.id join profile p on p.member_id = m.id`.execute(app.db)
  return Object.fromEntries(
    rows.flatMap(({ id, columns }) =>
      Object.entries(columns).map(([name, value]) => [`${id} ${name}`, JSON.stringify(value)]),
    ),
  )
}

/** Asked at sign-up and changed in /edit. */
const formFields: string[] = [
  ...profileFieldNames,
  ...profileListFieldNames,
  'interested',
  'relationship_goals',
]

test('[D §8] auto-save can write only the columns of /edit', {
  timeout: TIMEOUT,
}, async () => {
  const [anna] = (await app.members('Anna', 'Ben')) as [Person]
  const reached = await reachedBy(anna, async (key, value) => {
    const { status } = await anna.try('POST /api/profile-auto-save', { key, value })
    if (!formFields.includes(key)) expect(status, key).toBe(key === 'username' ? 403 : 400)
    return status
  })
  expect(reached).toEqual([...formFields].sort())
})

test('[D §8] the form can write only its own columns', { timeout: TIMEOUT }, async () => {
  const [cara] = (await app.members('Cara', 'Dan')) as [Person]
  await cara.call('POST /api/user', { tagline: 'Here' })
  const reached = await reachedBy(
    cara,
    async (key, value) => (await cara.try('POST /api/user', { [key]: value })).status,
  )
  expect(reached).toEqual([...formFields].sort())
})

test('[D §8] a setting can write only its own column', { timeout: TIMEOUT }, async () => {
  const [eve] = (await app.members({ username: 'Eve', premium: true }, 'Finn')) as [Person]
  const reached = await reachedBy(eve, async (key, value) => {
    const { status } = await eve.try('POST /api/settings-auto-save', { key, value })
    if ((switchKeys as readonly string[]).includes(key)) expect(status, key).toBe(200)
    if (!(userSettingKeys as readonly string[]).includes(key)) expect(status, key).toBe(400)
    return status
  })
  expect(reached).toEqual([...userSettingKeys].sort())
})

/** An answer that differs from a new member's. */
function answerTo(row: FieldRow): unknown {
  switch (row.kind) {
    case 'choice':
    case 'combination':
      return Object.keys(row.codes)[1]
    case 'number':
      return row.min
    case 'country':
      return 'NZ'
    case 'list':
      return row.label === 'Languages' ? ['el'] : ['coffee']
    default:
      return 'Something'
  }
}

test('records a change for saved searches only if the field is searchable', async () => {
  const [gina] = (await app.members('Gina')) as [Person]
  const noted = async () =>
    (await app.db.selectFrom('member_change').where('member_id', '=', gina.id).selectAll().execute())[0]
      ?.changed_ts
  for (const column of profileColumns) {
    const before = await noted()
    const change = { [column]: answerTo(fieldRow(column)) }
    await app.db.updateTable('profile').set(change).where('member_id', '=', gina.id).execute()
    expect((await noted()) !== before, column).toBe('filter' in fields[column])
  }
})
