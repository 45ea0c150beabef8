import { giveRole } from '@rosella/testkit/give-role'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
// Some tests move the clock, and a ban requires recent authentication.
beforeEach(() => reauthenticate(app.admin))

const audited = async () =>
  (await app.admin.call('GET /api/admin/audit')).items.map(({ action, before, after }) => ({
    action,
    before,
    after,
  }))

test('[D §9] the overview counts queues and their age, members, and the last 30 days', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true, photos: 1 }, 'Ben')) as [
    Person,
    Person,
  ]
  await app.members({ username: 'Una', active: false })
  const socket = await anna.socket()
  await say(socket, ben, 'Hello')
  const since = app.clock.now()
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Something else' })
  const first = await app.admin.call('GET /api/admin/overview')
  expect(first.queues).toMatchObject({
    photos: { waiting: 0, since_ts: null },
    reports: { waiting: 1 },
    appeals: { waiting: 0, since_ts: null },
  })
  expect(first.queues.reports.since_ts).toBeGreaterThanOrEqual(since)
  expect(first.members).toEqual({
    total: 4,
    unfinished: 1,
    active: 3,
    suspended: 0,
    banned: 0,
    deactivated: 0,
    premium: 1,
  })
  expect(first.days).toHaveLength(30)
  expect(first.days.at(-1)).toMatchObject({ signups: 4, messages: 1, reports: 1 })
  expect(first.days.at(-1)?.active).toBeGreaterThanOrEqual(3)
  expect(first.days.at(-2)).toMatchObject({ signups: 0, messages: 0 })

  // A past day keeps its numbers, even when the members it counted are erased.
  app.clock.advance(86_400)
  await app.admin.call('GET /api/admin/overview')
  await app.db.deleteFrom('member').where('id', '=', ben.id).execute()
  const { days } = await app.admin.call('GET /api/admin/overview')
  expect(days.at(-2)).toMatchObject({
    signups: 4,
    messages: 1,
    reports: 1,
    active: first.days.at(-1)?.active,
  })
  expect(days.at(-1)).toMatchObject({ signups: 0, messages: 0 })
})

test('[D §9] finds members by name, address, id, city and status, in pages', async () => {
  const [zoe] = (await app.members({ username: 'Zoe', city: 'Perth, WA', email: 'zed_1@rosella.test' })) as [
    Person,
  ]
  await app.members({ username: 'Zora', email: 'zedx1@rosella.test' })
  const find = async (q: string, status?: number) => {
    const { items } = await app.admin.call('GET /api/admin/members', { q, status })
    return items.map(({ username }) => username)
  }
  expect(await find('zo')).toEqual(['Zora', 'Zoe'])
  expect(await find('ZOE')).toEqual(['Zoe'])
  expect(await find('Zed_1@ROSELLA.test')).toEqual(['Zoe'])
  expect(await find('zed_')).toEqual(['Zoe'])
  expect(await find('perth')).toEqual(['Zoe'])
  expect(await find(String(zoe.id))).toEqual(['Zoe'])
  expect(await find(zoe.url_hash)).toEqual(['Zoe'])
  expect(await find('%')).toEqual([])
  expect(await find("zo' or 1=1")).toEqual([])
  expect(await find('zo', 1)).toEqual([])
  expect(await find('', 1)).toEqual(['Una'])
  await app.members(...Array.from({ length: 22 }, () => ({ username: 'Mia', active: false })))
  const page = async (p: number) => app.admin.call('GET /api/admin/members', { q: 'mia', status: 1, p })
  expect((await page(1)).items).toHaveLength(22)
  const all = await app.admin.call('GET /api/admin/members', { p: 99 })
  expect(all.pages).toBe(2)
  expect(all.items.at(-1)).toMatchObject({ id: app.admin.id, admin: true, email_confirmed: true })
})

test('[D §9] a member’s page has profile, photos, sessions, cases, notes and the history of decisions', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  await ben.call('POST /api/profile-auto-save', { key: 'tagline', value: 'Honest' })
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Asking for money' })
  await app.admin.call('POST /api/admin/member', { id: ben.id, notes: 'Keep an eye on him' })
  const page = await app.admin.call('GET /api/admin/member', { id: ben.id })
  expect(page).toMatchObject({
    member: { username: 'Ben', notes: 'Keep an eye on him', status: 2, email: ben.email },
    profile: { tagline: 'Honest', gender: 'm', prompts: [] },
    photos: [{ approved: true, member_id: ben.id }],
    sessions: [{ device: 'testkit', admin_id: null }],
    reports: [{ reason: 'Asking for money', reporter_id: anna.id, state: 'received' }],
    history: [{ action: 'member.change', admin: 'Admin' }, { action: 'photo.approve' }],
  })
  expect(JSON.stringify(page)).not.toMatch(/password|token/)
  expect((await app.admin.try('GET /api/admin/member', { id: 999_999 })).status).toBe(404)
})

test('[D §9] a setting takes effect immediately; an invalid value is refused', async () => {
  const set = (key: string, value: unknown) => app.admin.try('POST /api/admin/settings', { key, value })
  const stream = await app.admin.stream()
  await stream.next('settings')
  expect((await set('notifications_gap', 9)).status).toBe(200)
  expect(await stream.next('settings')).toMatchObject({ notifications_gap: 9 })
  expect((await set('photos_max', 5)).status).toBe(200)
  const visitor = new Person(app.url)
  await expect.poll(async () => (await visitor.call('GET /api/settings')).photos_max).toBe(5)
  for (const [key, value] of [
    ['photos_min', 6],
    ['photos_min', '3'],
    ['photos_max', 0],
    ['max_prompts', 1.5],
    ['report_reasons', []],
    ['report_reasons', ['Same', 'Same']],
    ['report_reasons', [' ']],
    ['premium_text', ' '],
    ['premium_text', 'x'.repeat(1001)],
    ['premium_text', 3],
  ] as const) {
    expect(await set(key, value), key).toEqual({
      status: 400,
      body: problemBody('setting.value'),
    })
  }
  for (const key of ['__proto__', 'toString', 'secret']) {
    expect(await set(key, 1)).toEqual({ status: 400, body: problemBody('setting.unknown') })
  }
  const { items } = await app.admin.call('GET /api/admin/settings')
  expect(items).toContainEqual({ key: 'photos_max', value: 5, standard: 20 })
  expect(items.map(({ key }) => key)).toContain('report_reasons')
  expect((await audited())[0]).toEqual({
    action: 'setting.change',
    before: { photos_max: 20 },
    after: { photos_max: 5 },
  })
  await set('photos_max', 20)
  // The operator writes the premium text; clients get it only by name.
  expect((await set('premium_text', 'Ask at the bar.')).status).toBe(200)
  await expect
    .poll(() => visitor.call('GET /api/settings', { settings: 'premium_text' }))
    .toEqual({ premium_text: 'Ask at the bar.' })
})

test('[D §9] adds, changes and switches off prompts and tips, without duplicates', async () => {
  const question = 'What made you laugh this week?'
  await app.admin.call('POST /api/admin/prompt', { question: ` ${question} `, active: true })
  const { items } = await app.admin.call('GET /api/admin/prompts')
  const added = items.find((item) => item.question === question)
  expect(added).toMatchObject({ active: true })
  expect(await app.admin.try('POST /api/admin/prompt', { question, active: true })).toEqual({
    status: 400,
    body: problemBody('content.twice'),
  })
  await app.admin.call('POST /api/admin/prompt', { id: added?.id, question, active: false })
  expect((await audited())[0]).toMatchObject({ action: 'prompt.change', before: { active: true } })
  await app.admin.call('POST /api/admin/tip', { text: 'Smile', active: true })
  expect((await app.admin.call('GET /api/admin/tips')).items).toContainEqual(
    expect.objectContaining({ text: 'Smile', active: true }),
  )
  const unknown = await app.admin.try('POST /api/admin/tip', { id: 9999, text: 'Grin', active: true })
  expect(unknown).toEqual({ status: 404, body: problemBody('content.unknown') })
  expect((await app.admin.try('POST /api/admin/tip', { text: '  ', active: true })).status).toBe(400)
})

test('[D §9] the audit log is paged and append-only', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  for (let n = 0; n < 3; n++) await app.admin.call('POST /api/admin/member', { id: anna.id, notes: `${n}` })
  const hers = await app.admin.call('GET /api/admin/audit', { member_id: anna.id })
  expect(hers.items.map(({ after }) => (after as { notes: string }).notes)).toEqual(['2', '1', '0'])
  expect(hers.items[0]).toMatchObject({ admin: 'Admin', member: 'Anna' })
  expect((await app.admin.call('GET /api/admin/audit', { p: 99 })).items.length).toBeGreaterThan(0)
  for (const change of ['update audit set admin_id = 1', 'delete from audit', 'truncate audit']) {
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('append-only')
  }
})

test('[D §9] an invitation and its audit entry are stored together', async () => {
  const before = (await audited()).length
  await app.admin.call('POST /api/admin/invite', { invite_email: 'guest@rosella.test' })
  const again = await app.admin.try('POST /api/admin/invite', { invite_email: 'guest@rosella.test' })
  expect(again.status).toBe(403)
  const log = await audited()
  expect(log[0]).toMatchObject({
    action: 'member.invite',
    after: { email_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(log).toHaveLength(before + 1)
})

test('[D §9] a suspension and premium must end in the future; a ban has no end', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const change = (input: object) => app.admin.try('POST /api/admin/member', { id: anna.id, ...input })
  const now = app.clock.now()
  expect(await change({ status: 3, reason: 'A test', until_ts: now })).toEqual({
    status: 400,
    body: problemBody('report.until'),
  })
  expect(await change({ premium: true, premium_until_ts: now })).toEqual({
    status: 400,
    body: problemBody('premium.until'),
  })
  const { member } = await app.admin.call('GET /api/admin/member', { id: anna.id })
  expect(member).toMatchObject({ status: 2, premium: false })
  await change({ status: 4, reason: 'A test', until_ts: now + 60 })
  const banned = (await app.admin.call('GET /api/admin/member', { id: anna.id })).member
  expect(banned).toMatchObject({ status: 4, status_until_ts: null, status_reason: 'A test' })
})

test('[D §9] no admin can remove their own role', async () => {
  const own = await app.admin.try('POST /api/admin/member', {
    id: app.admin.id,
    status: 4,
    reason: 'Oops',
  })
  expect(own).toEqual({ status: 400, body: problemBody('gesture.self') })
})

const auditFile = async (by: Person, filters: Record<string, string>) => {
  const query = new URLSearchParams({ email: by.email, token: by.token, ...filters })
  const response = await fetch(`${app.url}/api/admin/audit-csv?${query}`)
  return { response, text: await response.text() }
}

test('[D §9] the audit log can be filtered by staff member, action, member and time, also as CSV', async () => {
  const [mona, nora] = (await app.members('Mona', 'Nora')) as [Person, Person]
  await giveRole(app, mona, 'moderator')
  const from = app.clock.now()
  await mona.call('POST /api/admin/member', { id: nora.id, notes: 'By Mona' })
  app.clock.advance(60)
  const to = app.clock.now()
  await app.admin.call('POST /api/admin/member', { id: nora.id, notes: '=1+1, "quoted"\nand more' })
  await app.admin.call('POST /api/admin/tip', { text: 'Be kind to yourself.', active: true })
  const read = async (filters: {
    member_id?: number
    admin_id?: number
    action?: string
    from?: number
    to?: number
  }) =>
    (await app.admin.call('GET /api/admin/audit', filters)).items.map(
      ({ action, admin, member }) => `${admin} ${action} ${member}`,
    )
  const [hers, mine] = ['Mona member.change Nora', 'Admin member.change Nora']
  expect(await read({ member_id: nora.id })).toEqual([mine, hers])
  expect(await read({ admin_id: mona.id })).toEqual([hers])
  expect(await read({ member_id: nora.id, from, to })).toEqual([hers])
  expect(await read({ from: to })).toEqual(['Admin tip.add null', mine])
  expect(await read({ from: to, action: 'tip.add' })).toEqual(['Admin tip.add null'])
  expect(await read({ action: 'nothing' })).toEqual([])
  expect((await app.admin.try('GET /api/admin/audit', { from: to, to })).body).toEqual(
    problemBody('period.invalid'),
  )
  const { staff } = await app.admin.call('GET /api/admin/audit')
  expect(staff).toContainEqual({ id: mona.id, name: 'Mona' })

  const { response, text } = await auditFile(app.admin, { from: `${to}`, action: 'member.change' })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  const [heads, line, ...rest] = text.split('\r\n')
  expect(heads).toBe('Entry,Time,Staff number,Staff,Action,Member number,Member,Before,After')
  expect(line).toContain(`,${app.admin.id},Admin,member.change,${nora.id},Nora,"{`)
  expect(line).toContain('""notes"":""=1+1, \\""quoted\\""\\nand more""')
  expect(rest).toEqual([''])
  expect((await auditFile(mona, {})).response.status).toBe(403)
  expect((await auditFile(app.admin, { from: '5', to: '5' })).response.status).toBe(400)
  expect((await app.admin.try('GET /api/admin/audit', { member_id: 0 })).status).toBe(400)
})

test('[P3 §13] nobody reads audit entries about themselves: not in the list, a filter, a count, the names or the CSV', async () => {
  const [anna, bea] = (await app.members('Anna', 'Bea')) as [Person, Person]
  await giveRole(app, anna, 'admin')
  await giveRole(app, bea, 'admin')
  await bea.call('POST /api/admin/member', { id: anna.id, notes: 'Only between us' })
  for (const filters of [{}, { member_id: anna.id }, { admin_id: bea.id }]) {
    const { items, pages, staff } = await anna.call('GET /api/admin/audit', filters)
    expect(items.filter(({ member_id }) => member_id === anna.id)).toEqual([])
    if ('admin_id' in filters || 'member_id' in filters) expect([items, pages]).toEqual([[], 1])
    expect(staff.map(({ id }) => id)).not.toContain(bea.id)
    const query = Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, `${value}`]))
    expect((await auditFile(anna, query)).text).not.toContain('Only between us')
  }
  expect((await auditFile(app.admin, { admin_id: `${bea.id}` })).text).toContain('Only between us')
  // The page of one hidden entry is not counted.
  const { rows } = await sql`insert into audit (ts, admin_id, action, member_id)
    select ${app.clock.now()}, ${bea.id}, 'report.take', ${anna.id} from generate_series(1, 60)
    returning id`.execute(app.db)
  expect(rows).toHaveLength(60)
  expect((await anna.call('GET /api/admin/audit', { admin_id: bea.id })).pages).toBe(1)
  expect((await app.admin.call('GET /api/admin/audit', { admin_id: bea.id })).pages).toBe(2)
})

test('the CSV of the audit log has every entry once, however many there are', async () => {
  const [zoe] = (await app.members('Zoe')) as [Person]
  // Many in the same second, as in a busy hour, over several chunks of the stream.
  await sql`insert into audit (ts, admin_id, action, member_id)
    select ${app.clock.now()} - n / 700, ${app.admin.id}, 'photo.approve', ${zoe.id}
    from generate_series(1, 1700) n`.execute(app.db)
  const { text } = await auditFile(app.admin, { member_id: `${zoe.id}` })
  const lines = text.trim().split('\r\n').slice(1)
  expect([lines.length, new Set(lines).size]).toEqual([1700, 1700])
})
