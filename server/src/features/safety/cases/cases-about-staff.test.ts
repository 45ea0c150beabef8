import { giveRole } from '@rosella/testkit/give-role'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** An admin who was reported learns neither who reported them nor what colleagues wrote about it. */
const NOTE = 'Rita sent screenshots'
let app: TestApp
let second: Person
let reporter: Person
let report_id: number
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
  ;[reporter] = (await app.members('Rita')) as [Person]
  await reporter.call('POST /api/report-user', {
    recipient_id: app.admin.id,
    report_reason: 'Harassment or threats',
  })
  report_id = (await reporter.call('GET /api/my-reports')).reports[0]?.id ?? 0
  await second.call('POST /api/admin/report-take', { report_id, action: 'take' })
  await second.call('POST /api/admin/member', { id: app.admin.id, notes: NOTE })
  await second.call('POST /api/admin/report-decision', { report_id, outcome: 'warned', note: NOTE })
})
afterAll(() => app.close())

test('[P3 §13] a member’s reports are not readable while impersonating', async () => {
  const session = await app.admin.call('POST /api/admin/impersonate', { id: reporter.id, reason: 'To help' })
  const disguised = Object.assign(new Person(app.url), { email: reporter.email, token: session.token })
  const refused = { status: 403, body: problemBody('access.impersonating') }
  expect(await disguised.try('GET /api/my-reports', { va: 1 })).toEqual(refused)
  expect(await disguised.try('GET /api/my-reports')).toEqual(refused)
  expect((await disguised.try('GET /api/my-data')).status).toBe(403)
  expect((await disguised.try('GET /api/past-contacts')).status).toBe(200)
})

test('[P3 §13] the audit log leaves out entries about the admin who reads it', async () => {
  for (const input of [{}, { member_id: app.admin.id }]) {
    const { items } = await app.admin.call('GET /api/admin/audit', input)
    expect(items.filter(({ member_id }) => member_id === app.admin.id)).toEqual([])
    expect(JSON.stringify(items)).not.toContain(NOTE)
  }
  expect((await app.admin.call('GET /api/admin/audit', { member_id: app.admin.id })).pages).toBe(1)
  const { items } = await second.call('GET /api/admin/audit', { member_id: app.admin.id })
  expect(items.map(({ action }) => action)).toEqual(['report.decide', 'member.change', 'report.take'])
  // Their own work stays in the log.
  await app.admin.call('POST /api/admin/member', { id: reporter.id, notes: 'Helped' })
  expect((await app.admin.call('GET /api/admin/audit')).items[0]).toMatchObject({
    action: 'member.change',
    member_id: reporter.id,
  })
})

test('[P3 §13] admins see neither notes nor history on their own page, and cannot overwrite the notes', async () => {
  const own = await app.admin.call('GET /api/admin/member', { id: app.admin.id })
  expect(own).toMatchObject({ member: { notes: '' }, history: [], reports: [] })
  expect(JSON.stringify(own)).not.toContain(NOTE)
  expect(await app.admin.try('POST /api/admin/member', { id: app.admin.id, notes: '' })).toEqual({
    status: 400,
    body: problemBody('gesture.self'),
  })
  const page = await second.call('GET /api/admin/member', { id: app.admin.id })
  expect(page).toMatchObject({ member: { notes: NOTE }, reports: [{ id: report_id }] })
  // Nor does the reporter's page show the case.
  expect((await app.admin.call('GET /api/admin/member', { id: reporter.id })).reports).toEqual([])
})

test('[P3 §13] a case about the caller is unknown to every call about cases', async () => {
  const [mona] = (await app.members('Mona')) as [Person]
  await reporter.call('POST /api/report-user', {
    recipient_id: mona.id,
    report_reason: 'Harassment or threats',
  })
  const about = (await reporter.call('GET /api/my-reports')).reports[0]?.id ?? 0
  await giveRole(app, mona, 'moderator')
  const unknown = { status: 404, body: problemBody('report.unknown') }
  for (const [staff, id] of [
    [app.admin, report_id],
    [mona, about],
  ] as const) {
    for (const state of ['open', 'closed', 'appealed'])
      expect(
        (await staff.call('GET /api/admin/reports', { state })).items.map((one) => one.id),
      ).not.toContain(id)
    expect(await staff.try('GET /api/admin/report', { id })).toEqual(unknown)
    expect(await staff.try('POST /api/admin/report-take', { report_id: id, action: 'take over' })).toEqual(
      unknown,
    )
    expect(
      await staff.try('POST /api/admin/report-decision', { report_id: id, outcome: 'dismissed' }),
    ).toEqual(unknown)
    expect(await staff.try('POST /api/admin/appeal-decision', { report_id: id, upheld: true })).toEqual(
      unknown,
    )
  }
})
