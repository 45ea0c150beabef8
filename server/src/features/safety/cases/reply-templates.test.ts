import { fieldKeys } from '@rosella/contract/profile/fields'
import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

const template = {
  title: 'First time',
  body: 'Please never ask members for money.\nThank you.',
  goes_to: 'member',
  reason_key: 'money',
  outcome: 'warned',
  active: true,
} as const
const save = (staff: Person, fields: Record<string, unknown>) =>
  staff.try('POST /api/admin/reply-template', { ...template, ...fields })
const list = async (staff = app.admin) => (await staff.call('GET /api/admin/reply-templates')).items

test('admins edit reply templates, moderators read them, and every change is in the audit log', async () => {
  const [mona] = (await app.members('Mona')) as [Person]
  const moderator = await giveRole(app, mona, 'moderator')
  expect((await save(moderator, {})).body).toEqual(problemBody('access.admin'))
  expect((await save(app.admin, {})).status).toBe(200)
  const [stored] = await list(moderator)
  expect(stored).toEqual({ ...template, id: stored?.id, version: 1 })
  expect(
    (await save(app.admin, { id: stored?.id, version: 1, body: 'Shorter', reason_key: null })).status,
  ).toBe(200)
  expect(await list()).toMatchObject([{ body: 'Shorter', reason_key: null, outcome: 'warned', version: 2 }])
  const { items } = await app.admin.call('GET /api/admin/audit')
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'reply-template.change', before: { body: template.body }, after: { body: 'Shorter' } },
    { action: 'reply-template.add', before: null, after: { title: 'First time' } },
  ])
})

test('a template with a used title, an unknown reason or no text is refused', async () => {
  const [stored] = await list()
  expect((await save(app.admin, { title: ' First time ' })).body).toEqual(problemBody('content.twice'))
  expect((await save(app.admin, { title: 'Other', reason_key: 'gone' })).body).toEqual(
    problemBody('search.filter', { field: 'reason_key' }),
  )
  for (const wrong of [{ title: ' ' }, { body: ' \n' }, { outcome: 'lost' }, { goes_to: 'all' }])
    expect((await save(app.admin, { title: 'Other', ...wrong })).status).toBe(400)
  expect((await save(app.admin, { id: 999_999, version: 1, title: 'Other' })).body).toEqual(
    problemBody('content.unknown'),
  )
  expect(await list()).toEqual([stored])
})

test('of two admins who change a template concurrently one is refused, and the other’s text stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [stored] = await list()
    const { id, version } = stored as { id: number; version: number }
    const answers = await Promise.all([
      save(app.admin, { id, version, body: 'From the first' }),
      save(second, { id, version, body: 'From the second' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first] = answers
    expect(await list()).toMatchObject([
      { version: version + 1, body: first?.status === 200 ? 'From the first' : 'From the second' },
    ])
  }
})

test('there are at most 200 templates, also when admins add them concurrently', async () => {
  const rows = Array.from({ length: 198 }, (_, n) => ({ ...template, title: `Template ${n}` }))
  await app.db.insertInto('reply_template').values(rows).execute()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => save(n % 2 ? app.admin : second, { title: `Late ${n}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
  expect(await list()).toHaveLength(200)
})

test('[P3 §1] the sealed profile has every field, and since when the photos are verified', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  const answers = {
    drinking: '~',
    wants_kids: '+',
    spoken: ['en', 'it'],
    tags: ['reading'],
    tagline: 'Hello there',
    relocation: '~+',
    height: 180,
  }
  for (const [key, value] of Object.entries(answers))
    await ben.call('POST /api/profile-auto-save', { key, value } as never)
  await app.db.updateTable('member').set({ verified_ts: 1_700_000_000 }).where('id', '=', ben.id).execute()
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Something else' })
  const id = (await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0
  const { report } = await app.admin.call('GET /api/admin/report', { id })
  const profile = report.snapshot?.profile as Record<string, unknown>
  const own = (await ben.call('GET /api/user')).user as unknown as Record<string, unknown>
  expect(Object.fromEntries(fieldKeys.map((key) => [key, profile[key]]))).toEqual(
    Object.fromEntries(fieldKeys.map((key) => [key, own[key]])),
  )
  expect(profile).toMatchObject({ ...answers, verified_ts: 1_700_000_000 })
})
