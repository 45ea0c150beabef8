import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const HOUR = 3600
let app: TestApp
let second: Person
let moderator: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
  const [mona] = (await app.members('Mona')) as [Person]
  moderator = await giveRole(app, mona, 'moderator')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const staff of [second, app.admin])
    for (const id of await others(staff)) await close(id, 'dismissed', staff)
})

/** The open cases that this admin may decide. */
async function others(staff: Person): Promise<number[]> {
  const found: number[] = []
  for (let [p, pages] = [1, 1]; p <= pages; p++) {
    const read = await staff.call('GET /api/admin/reports', { p })
    pages = read.pages
    found.push(...read.items.filter(({ own }) => !own).map(({ id }) => id))
  }
  return found
}

async function report(from: Person, to: Person, report_reason: string): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: to.id, report_reason })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const take = (staff: Person, report_id: number, action = 'take over') =>
  staff.call('POST /api/admin/report-take', { report_id, action } as { report_id: number; action: 'take' })
async function close(report_id: number, outcome: 'dismissed' | 'warned', by = app.admin): Promise<void> {
  await take(by, report_id)
  await by.call('POST /api/admin/report-decision', { report_id, outcome })
}
const ids = async (filters: Record<string, unknown>, staff = app.admin) =>
  (await staff.call('GET /api/admin/reports', filters)).items.map(({ id }) => id)
const age = (id: number, seconds: number) =>
  app.db
    .updateTable('report')
    .set({ created_ts: app.clock.now() - seconds })
    .where('id', '=', id)
    .execute()

async function threeCases() {
  const [anna, ben, carl, dora] = (await app.members('Annika', 'Benno', 'Carlo', 'Dorabella')) as [
    Person,
    Person,
    Person,
    Person,
  ]
  const cases = {
    urgent: await report(anna, ben, 'Under 18'),
    serious: await report(anna, carl, 'Asking for money'),
    ordinary: await report(ben, dora, 'Something else'),
  }
  return { anna, ben, carl, dora, ...cases }
}

test('open cases can be filtered by moderator, reason, urgency, age and origin', async () => {
  const { urgent, serious, ordinary } = await threeCases()
  await take(app.admin, serious)
  await take(second, ordinary)
  await age(ordinary, 25 * HOUR)
  await app.db.updateTable('report').set({ reporter_id: null }).where('id', '=', ordinary).execute()
  expect(await ids({})).toEqual([urgent, serious, ordinary])
  expect(await ids({ assigned: 'mine' })).toEqual([serious])
  expect(await ids({ assigned: 'mine' }, second)).toEqual([ordinary])
  expect(await ids({ assigned: 'unassigned' })).toEqual([urgent])
  expect(await ids({ reason: 'money' })).toEqual([serious])
  expect(await ids({ urgency: 'ordinary' })).toEqual([ordinary])
  expect(await ids({ urgency: 'urgent' })).toEqual([urgent])
  expect(await ids({ age: '1d' })).toEqual([ordinary])
  expect(await ids({ age: '3d' })).toEqual([])
  expect(await ids({ raised_by: 'shield' })).toEqual([ordinary])
  expect(await ids({ raised_by: 'member', assigned: 'unassigned', reason: 'under-18' })).toEqual([urgent])
  expect(await ids({ sort: 'oldest' })).toEqual([ordinary, urgent, serious])
  expect(await ids({ sort: 'newest' })).toEqual([serious, urgent, ordinary])
  const { total, pages, reasons } = await app.admin.call('GET /api/admin/reports', { assigned: 'mine' })
  expect({ total, pages }).toEqual({ total: 1, pages: 1 })
  expect(reasons).toContainEqual({ key: 'scam-shield', words: 'Raised by the scam shield' })
})

test('closed cases can be filtered by outcome and by the moderator who decided', async () => {
  const { urgent, serious, ordinary } = await threeCases()
  await close(urgent, 'dismissed')
  await close(serious, 'warned', second)
  app.clock.advance(60)
  await close(ordinary, 'warned')
  const closed = async (filters: Record<string, unknown>) =>
    (await ids({ state: 'closed', ...filters })).filter((id) => id >= urgent)
  expect(await closed({})).toEqual([ordinary, serious, urgent])
  expect(await closed({ outcome: 'warned' })).toEqual([ordinary, serious])
  expect(await closed({ outcome: 'warned', assigned: 'mine' })).toEqual([ordinary])
  expect(await closed({ outcome: 'banned' })).toEqual([])
  expect(await closed({ sort: 'urgency' })).toEqual([urgent, serious, ordinary])
})

test('a search finds a case by its number, and the cases of a member by number, name or address', async () => {
  const { anna, ben, dora, urgent, serious, ordinary } = await threeCases()
  for (const q of [`${ordinary}`, `#${ordinary}`, `No. ${ordinary}`, `case ${ordinary}`])
    expect(await ids({ q })).toContain(ordinary)
  expect(await ids({ q: 'DORABEL' })).toEqual([ordinary])
  expect(await ids({ q: dora.email })).toEqual([ordinary])
  expect(await ids({ q: String(anna.id) })).toEqual(expect.arrayContaining([urgent, serious]))
  expect(await ids({ q: 'annika' })).toEqual([urgent, serious])
  // A reporter in one case, the reported member in another.
  expect(await ids({ q: 'benno', sort: 'oldest' })).toEqual([urgent, ordinary])
  for (const q of ['nobody', '%', "' or true --", '999999999999999']) expect(await ids({ q })).toEqual([])
  // An erased member is found by number.
  await ben.call('DELETE /api/account')
  expect(await ids({ q: String(ben.id), sort: 'oldest' })).toEqual(expect.arrayContaining([urgent, ordinary]))
  // Moderators may not see the addresses of staff.
  const own = await report(second, dora, 'Something else')
  expect(await ids({ q: second.email }, moderator)).toEqual([])
  expect(await ids({ q: second.email })).toEqual([own])
})

test('an invalid filter is refused with its name', async () => {
  const wrong = {
    state: 'lost',
    assigned: 'hers',
    urgency: '4',
    age: '2d',
    outcome: 'forgiven',
    raised_by: 'nobody',
    sort: 'random',
    reason: 'no-such-reason',
    p: 0,
    q: 'x'.repeat(255),
  }
  for (const [filter, value] of Object.entries(wrong)) {
    const { status, body } = await app.admin.try('GET /api/admin/reports', { [filter]: value })
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(new RegExp(`\\b${filter}\\b`)),
    })
  }
  expect(await app.admin.try('POST /api/admin/report-next', { reason: 'no-such-reason' })).toEqual({
    status: 400,
    body: problemBody('search.filter', { field: 'reason' }),
  })
})

test('every case is on exactly one page, whatever the order', async () => {
  const people = (await app.members(
    ...Array.from({ length: 9 }, (_, n) => `Pag${'abcdefghi'[n]}`),
  )) as Person[]
  const filed: number[] = []
  for (const from of people.slice(0, 3))
    for (const to of people.slice(3)) filed.push(await report(from, to, 'Something else'))
  for (const sort of ['urgency', 'oldest', 'newest']) {
    const pages = await Promise.all([1, 2].map((p) => ids({ sort, p, urgency: 'ordinary' })))
    expect(pages[0]).toHaveLength(10)
    expect(pages.flat().sort((a, b) => a - b)).toEqual(filed)
    const backwards = sort === 'newest' ? filed.toReversed() : filed
    expect(pages.flat()).toEqual(backwards)
  }
  expect(await app.admin.call('GET /api/admin/reports', { p: 1 })).toMatchObject({ total: 18, pages: 2 })
})

test('concurrent moderators never take the same next case, and each case is decided once', async () => {
  const people = (await app.members(
    ...Array.from({ length: 12 }, (_, n) => `Race${'abcdefghijkl'[n]}`),
  )) as Person[]
  const [from, ...others] = people as [Person, ...Person[]]
  const filed: number[] = []
  for (const to of others) filed.push(await report(from, to, 'Something else'))
  const staff = [app.admin, second, moderator]
  const taken = await Promise.all(
    Array.from({ length: 11 }, (_, n) =>
      (staff[n % 3] as Person).call('POST /api/admin/report-next', { assigned: 'unassigned' }),
    ),
  )
  expect(taken.map(({ report_id }) => report_id).sort((a, b) => Number(a) - Number(b))).toEqual(filed)
  expect(await app.admin.call('POST /api/admin/report-next', { assigned: 'unassigned' })).toEqual({
    report_id: null,
  })
  const answers = await Promise.all(
    staff.flatMap((one) =>
      filed.map((report_id) =>
        one.try('POST /api/admin/report-decision', { report_id, outcome: 'dismissed' }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(11)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(22)
  const audit = await app.db
    .selectFrom('audit')
    .where('action', 'in', ['report.take', 'report.decide'])
    .where(sql`after ->> 'report_id'`, 'in', filed.map(String))
    .select('action')
    .execute()
  expect(audit).toHaveLength(22)
})

test('the next case is the first one of the filter that is free or one’s own', async () => {
  const { urgent, serious, ordinary } = await threeCases()
  const next = (staff: Person, filters = {}) => staff.call('POST /api/admin/report-next', filters)
  await take(second, urgent)
  expect(await next(app.admin)).toEqual({ report_id: serious })
  // The admin's own case stays the first one, also for someone who asks twice at the same moment.
  for (let round = 0; round < 10; round++)
    expect(await Promise.all([next(app.admin), next(app.admin)])).toEqual([
      { report_id: serious },
      { report_id: serious },
    ])
  expect(await next(app.admin, { assigned: 'unassigned' })).toEqual({ report_id: ordinary })
  expect(await next(second, { assigned: 'mine' })).toEqual({ report_id: urgent })
  expect(await next(moderator)).toEqual({ report_id: null })
  expect(await ids({ assigned: 'mine' })).toEqual([serious, ordinary])
})

test('[P3 §13] staff find no case about themselves with any filter, and never get one as the next', async () => {
  const [rita, sam] = (await app.members('Rita', 'Samoa')) as [Person, Person]
  const about = {
    admin: await report(rita, app.admin, 'Under 18'),
    moderator: await report(rita, moderator, 'Under 18'),
    byAdmin: await report(app.admin, sam, 'Under 18'),
  }
  for (const filters of [
    {},
    { q: String(about.admin) },
    { q: 'Rita' },
    { q: app.admin.email },
    { reason: 'under-18', sort: 'oldest', assigned: 'unassigned' },
  ]) {
    const seen = await app.admin.call('GET /api/admin/reports', filters)
    expect(seen.items.map(({ id }) => id)).not.toContain(about.admin)
    expect(seen.total).toBe(seen.items.length)
    expect((await app.admin.call('POST /api/admin/report-next', filters)).report_id).not.toBe(about.admin)
    expect(await ids(filters, moderator)).not.toContain(about.moderator)
    // Cases about staff are for admins.
    expect((await moderator.call('POST /api/admin/report-next', filters)).report_id).not.toBe(about.admin)
  }
  // A case that the admin reported is on the list, but for somebody else to decide.
  expect(await ids({})).toContain(about.byAdmin)
  expect((await app.admin.call('POST /api/admin/report-next', { q: 'Samoa' })).report_id).toBeNull()
  // Nor is it among the reporter's earlier cases.
  const later = await report(rita, sam, 'Something else')
  const earlier = async (staff: Person) =>
    (await staff.call('GET /api/admin/report', { id: later })).earlier.map(({ id }) => id)
  expect(await earlier(app.admin)).toEqual([about.moderator])
  expect(await earlier(second)).toEqual([about.moderator, about.admin])
  expect(await earlier(moderator)).toEqual([])
})

test('a case lists the earlier reports by both sides and about the reporter', async () => {
  const [anna, ben, carl] = (await app.members('Anna', 'Ben', 'Carl')) as [Person, Person, Person]
  const byMember = await report(ben, carl, 'Something else')
  const aboutReporter = await report(carl, anna, 'Something else')
  const byReporter = await report(anna, carl, 'Something else')
  const aboutMember = await report(carl, ben, 'Something else')
  const id = await report(anna, ben, 'Under 18')
  const { others, earlier } = await app.admin.call('GET /api/admin/report', { id })
  expect(others.map((one) => one.id)).toEqual([aboutMember])
  expect(earlier.map((one) => one.id)).toEqual([byReporter, aboutReporter, byMember])
})

test('with 60,000 closed cases, no filter and no search reads the whole table', async () => {
  const { anna } = await threeCases()
  const now = app.clock.now()
  await sql`insert into report (reporter_id, member_id, reason, reason_key, severity, state, outcome, assignee_id,
      created_ts, closed_ts, closed_by)
    select 900000000 + n, 800000000 + n, 'Something else', case when n % 5000 = 0 then 'photos' else 'other' end,
      case when n % 5000 = 1 then 3 else 1 end, 'closed', case when n % 5000 = 2 then 'banned' else 'dismissed' end,
      case when n % 5000 = 3 then ${second.id}::bigint else ${app.admin.id}::bigint end,
      ${now}::bigint - n, ${now}::bigint - n / 2, ${app.admin.id}::bigint
    from generate_series(1, 60000) n`.execute(app.db)
  await sql`vacuum analyze report`.execute(app.db)
  const scans = async () => {
    const { rows } = await sql<{ whole: number; index: number }>`
      select seq_scan as whole, idx_scan as index from pg_stat_user_tables where relname = 'report'`.execute(
      app.db,
    )
    return { whole: Number(rows[0]?.whole), index: Number(rows[0]?.index) }
  }
  // A connection reports its statistics when a statement ends more than a second after its last report.
  const flush = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    await Promise.all(Array.from({ length: 40 }, () => second.call('GET /api/admin/reports', { q: '1' })))
  }
  await flush()
  const before = await scans()
  const rare = [
    { reason: 'photos' },
    { urgency: 'urgent' },
    { outcome: 'banned' },
    { raised_by: 'shield' },
    { q: String(anna.id) },
    { q: 'Annika' },
    { age: '1w' },
    { reason: 'photos', outcome: 'dismissed', sort: 'oldest', p: 2 },
  ]
  for (const filters of rare) {
    await app.admin.call('GET /api/admin/reports', { state: 'closed', ...filters })
    const { outcome: _closed, ...open } = filters as Record<string, unknown>
    await app.admin.call('GET /api/admin/reports', { ...open, assigned: 'mine' })
    await app.admin.call('GET /api/admin/reports', { state: 'appealed', ...filters })
    const { p: _page, ...next } = open
    await app.admin.call('POST /api/admin/report-next', next)
  }
  await second.call('GET /api/admin/reports', { state: 'closed', assigned: 'mine' })
  await flush()
  const after = await scans()
  expect(after.index).toBeGreaterThan(before.index + rare.length * 6)
  expect(after.whole).toBe(before.whole)
})
