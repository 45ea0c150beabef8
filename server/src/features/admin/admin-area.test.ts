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
