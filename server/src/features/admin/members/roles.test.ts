import { type ProblemCode, problems } from '@rosella/contract/problems'
import { sendSelfies } from '@rosella/testkit/camera'
import { confirmAddresses, giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let app: TestApp
let mona: Person
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const [made] = (await app.members({ username: 'Mona', photos: 1 })) as [Person]
  mona = await giveRole(app, made, 'moderator')
})
afterEach(() => changeRole(mona, null))

const refused = (code: ProblemCode) => ({
  status: problems[code][0],
  body: problemBody(code),
})
const changeRole = (member: Person, role: string | null, by = app.admin) =>
  by.try('POST /api/admin/member', { id: member.id, role })
const roleOf = async (person: Person) => (await person.call('GET /api/user')).role
const reason = 'She cannot find the button'
async function report(from: Person, about: Person): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: about.id, report_reason: 'Under 18' })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const auditOf = (member: Person, action: string) =>
  app.db
    .selectFrom('audit')
    .where('member_id', '=', member.id)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .select(['admin_id', 'before', 'after'])
    .executeTakeFirst()

describe('[P3 §13] roles', () => {
  test('an admin sets them on the member’s page; they apply immediately and are in the audit log', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    expect(await changeRole(anna, 'moderator')).toEqual(refused('role.unfit'))
    await confirmAddresses(app, anna)
    expect((await anna.try('GET /api/admin/photos')).status).toBe(403)
    expect((await changeRole(anna, 'moderator')).status).toBe(200)
    expect(await auditOf(anna, 'member.change')).toMatchObject({
      admin_id: app.admin.id,
      before: { role: null },
      after: { role: 'moderator' },
    })
    expect(await anna.call('GET /api/user')).toMatchObject({ admin: false, role: 'moderator' })
    expect((await anna.try('GET /api/admin/photos')).status).toBe(200)
    expect(await anna.try('GET /api/admin/audit')).toEqual(refused('access.admin'))
    await changeRole(anna, 'admin')
    expect((await anna.try('GET /api/admin/audit')).status).toBe(200)
    expect(await anna.call('GET /api/user')).toMatchObject({ admin: true, role: 'admin' })
    await changeRole(anna, null)
    expect(await anna.try('GET /api/admin/photos')).toEqual(refused('access.moderator'))
  })

  test('the configuration wins: addresses in ADMIN_EMAILS stay admins, whatever is stored or requested', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    await giveRole(app, anna, 'admin')
    expect(await changeRole(app.admin, 'moderator', anna)).toEqual(refused('role.configured'))
    expect(await changeRole(app.admin, null, anna)).toEqual(refused('role.configured'))
    await app.db
      .updateTable('account')
      .set({ role: 'moderator' })
      .where('member_id', '=', app.admin.id)
      .execute()
    expect(await roleOf(app.admin)).toBe('admin')
    await app.db.updateTable('account').set({ role: null }).where('member_id', '=', app.admin.id).execute()
    const { member } = await anna.call('GET /api/admin/member', { id: app.admin.id })
    expect(member).toMatchObject({ role: 'admin', role_configured: true })
    await changeRole(anna, null)
  })

  test('nobody can change their own role, so one admin always remains', async () => {
    for (const role of ['moderator', null]) {
      expect(await changeRole(app.admin, role)).toEqual(refused('gesture.self'))
    }
  })

  test('a role applies only while the member is active and the address confirmed', async () => {
    await app.db
      .updateTable('account')
      .set({ email_confirmed: false })
      .where('member_id', '=', mona.id)
      .execute()
    expect(await roleOf(mona)).toBeNull()
    expect(await mona.try('GET /api/admin/photos')).toEqual(refused('access.moderator'))
    await confirmAddresses(app, mona)
    expect(await roleOf(mona)).toBe('moderator')
  })

  test('a stream gets queue events as soon as a role is given, and none after it is removed', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    const before = await anna.stream()
    await giveRole(app, anna, 'moderator')
    await before.closed
    const desk = await anna.stream()
    const waiting = await desk.next('admin')
    await mona.upload(await testPhoto(31))
    expect(await desk.next('admin')).toEqual({ ...waiting, photos: waiting.photos + 1 })
    await changeRole(anna, null)
    await desk.closed
    const after = await anna.stream()
    await after.next('settings')
    await mona.upload(await testPhoto(32))
    await after.next('connections')
    expect(after.waiting('admin')).toEqual([])
  })

  test('the second moderator who confirms a refused verification may have either role', async () => {
    const [anna, ben] = (await app.members({ username: 'Anna', photos: 1 }, 'Ben')) as [Person, Person]
    await sendSelfies(anna)
    const { items } = await mona.call('GET /api/admin/verifications')
    const id = items.find(({ member_id }) => member_id === anna.id)?.id
    const refuse = (by: Person) =>
      by.call('POST /api/admin/verification-decision', { id, approved: false, reason: 'person' })
    expect(await refuse(mona)).toEqual({ waits: true })
    await giveRole(app, ben, 'moderator')
    expect(await refuse(ben)).toEqual({ waits: false })
    await changeRole(ben, null)
  })
})

describe('[P3 §13] a moderator', () => {
  test('sees members’ pages without premium, audit and impersonation', async () => {
    const [anna] = (await app.members({ username: 'Anna', premium: true })) as [Person]
    await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason })
    const page = await mona.call('GET /api/admin/member', { id: anna.id })
    expect(page).toMatchObject({ member: { premium: false, email: anna.email }, history: [] })
    expect(page.sessions.map(({ admin_id }) => admin_id)).toEqual([null])
    const change = (input: object) => mona.try('POST /api/admin/member', { id: anna.id, ...input })
    for (const input of [{ premium: false }, { premium_until_ts: null }, { role: 'admin' }, { role: null }]) {
      expect(await change(input)).toEqual(refused('access.admin'))
    }
    expect((await change({ notes: 'Writes kindly' })).status).toBe(200)
    expect((await change({ status: 3, reason: 'Rude words' })).status).toBe(200)
    expect((await app.admin.call('GET /api/admin/member', { id: anna.id })).member).toMatchObject({
      premium: true,
      status: 3,
      notes: 'Writes kindly',
    })
  })

  test('neither decides nor sees cases about admins, colleagues or themselves', async () => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    await giveRole(app, ben, 'moderator')
    for (const about of [app.admin, ben, mona]) {
      const desk = await mona.stream()
      const { reports } = await desk.next('admin')
      const report_id = await report(anna, about)
      const own = about === mona ? 'report.unknown' : 'staff.admin-only'
      const take = { report_id, action: 'take' }
      expect(await mona.try('POST /api/admin/report-take', take)).toEqual(refused(own))
      const decision = { report_id, outcome: 'banned' }
      expect(await mona.try('POST /api/admin/report-decision', decision)).toEqual(refused(own))
      expect(await mona.try('GET /api/admin/report', { id: report_id })).toEqual(refused('report.unknown'))
      const { items } = await mona.call('GET /api/admin/reports')
      expect(items.filter(({ id }) => id === report_id)).toEqual([])
      if (about !== app.admin) {
        const shown = (await app.admin.call('GET /api/admin/reports')).items
        expect(shown.map(({ id }) => id)).toContain(report_id)
      }
      // The count next to Reports matches the list.
      const again = await mona.stream()
      expect((await again.next('admin')).reports).toBe(reports)
    }
    await changeRole(ben, null)
  })

  test('can neither ban nor suspend admins and colleagues, nor open their pages', async () => {
    const [ben] = (await app.members('Ben')) as [Person]
    await giveRole(app, ben, 'moderator')
    for (const about of [app.admin, ben]) {
      for (const input of [{ status: 4, reason: 'No' }, { status: 3, reason: 'No' }, { notes: 'Hm' }]) {
        const answer = await mona.try('POST /api/admin/member', { id: about.id, ...input })
        expect(answer).toEqual(refused('staff.admin-only'))
      }
      expect(await mona.try('GET /api/admin/member', { id: about.id })).toEqual(refused('staff.admin-only'))
      for (const q of [String(about.id), about.email, about.url_hash]) {
        expect((await mona.call('GET /api/admin/members', { q })).items).toEqual([])
      }
    }
    // An admin can do all of that to a moderator.
    const ban = { id: ben.id, status: 4, reason: 'Sold addresses' }
    expect((await app.admin.try('POST /api/admin/member', ban)).status).toBe(200)
    expect((await ben.try('GET /api/admin/photos')).status).toBe(401)
  })
})

describe('[P3 §13] acting as a member', () => {
  test('requires a reason, which the audit log records with the changes and the admin’s name', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    for (const wrong of [undefined, '', ' \n ', 'x'.repeat(301)]) {
      const input = { id: anna.id, reason: wrong }
      expect((await app.admin.try('POST /api/admin/impersonate', input)).status).toBe(400)
    }
    const { token } = await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason })
    const started = await auditOf(anna, 'member.impersonate')
    expect(started).toMatchObject({ admin_id: app.admin.id, after: { reason } })
    const impersonated = Object.assign(anna.elsewhere(), { token })
    await impersonated.call('POST /api/profile-auto-save', {
      key: 'tagline',
      value: 'Found the button',
      va: 1,
    })
    expect(await auditOf(anna, 'member.act')).toMatchObject({
      admin_id: app.admin.id,
      after: { call: 'POST /api/profile-auto-save', tagline: 'Found the button' },
    })
  })

  test('is not possible as an admin or moderator, and ends when the member becomes one', async () => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    await giveRole(app, ben, 'admin')
    for (const id of [ben.id, mona.id]) {
      const answer = await app.admin.try('POST /api/admin/impersonate', { id, reason })
      expect(answer).toEqual(refused('impersonate.staff'))
    }
    const { token } = await ben.call('POST /api/admin/impersonate', { id: anna.id, reason })
    const impersonated = Object.assign(anna.elsewhere(), { token })
    expect((await impersonated.try('GET /api/user')).status).toBe(200)
    await giveRole(app, anna, 'moderator')
    expect((await impersonated.try('GET /api/user')).status).toBe(401)
    expect((await anna.try('GET /api/user')).status).toBe(200)
    await changeRole(anna, null)
    // It also ends with the admin's own role.
    const again = await ben.call('POST /api/admin/impersonate', { id: anna.id, reason })
    impersonated.token = again.token
    await changeRole(ben, 'moderator')
    expect((await impersonated.try('GET /api/user')).status).toBe(401)
    await changeRole(ben, null)
  })
})

describe('[P3 §13] bans, role changes and acting as a member', () => {
  test('require re-authentication after 15 minutes; other calls do not', async () => {
    const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
    await confirmAddresses(app, anna)
    const report_id = await report(anna, ben)
    const { admin } = app
    const guarded = {
      ban: () => admin.try('POST /api/admin/member', { id: cara.id, status: 4, reason: 'Spam' }),
      'ban by a case': () => admin.try('POST /api/admin/report-decision', { report_id, outcome: 'banned' }),
      role: () => admin.try('POST /api/admin/member', { id: anna.id, role: 'moderator' }),
      act: () => admin.try('POST /api/admin/impersonate', { id: anna.id, reason }),
    }
    app.clock.advance(15 * 60)
    for (const [name, ask] of Object.entries(guarded)) {
      const body = { ...problemBody('access.reauthenticate'), reauthenticate: true }
      expect([name, await ask()]).toEqual([name, { status: 403, body }])
    }
    const suspend = { id: cara.id, status: 3, reason: 'Spam' }
    expect((await admin.try('POST /api/admin/member', suspend)).status).toBe(200)
    const wrong = await admin.try('POST /api/reauthenticate', { password: 'Wrong-Horse-9' })
    expect(wrong.status).toBe(400)
    expect((await guarded.ban()).status).toBe(403)
    await admin.call('POST /api/reauthenticate', { password: admin.password })
    for (const name of ['ban', 'ban by a case', 'act', 'role'] as const) {
      expect([name, (await guarded[name]()).status]).toEqual([name, 200])
    }
    await changeRole(anna, null)
  })
})

describe('[P3 §12] admins and moderators must have a passkey or two-step verification', () => {
  const demand = (value: number) =>
    app.admin.call('POST /api/admin/settings', { key: 'staff_strong_auth', value })

  test('if the site requires one, refuses all their calls without it and sends them to set it up', async () => {
    expect(await mona.call('GET /api/user')).toMatchObject({ role: 'moderator', key_missing: false })
    await demand(1)
    for (const person of [mona, app.admin]) {
      expect(await person.call('GET /api/user')).toMatchObject({ key_missing: true })
      expect(await person.try('GET /api/admin/photos')).toEqual(refused('access.key-missing'))
    }
    const desk = await mona.stream()
    await desk.next('settings')
    await desk.next('connections')
    expect(desk.waiting('admin')).toEqual([])
    await switchTwoStepOn(app, app.admin)
    expect(await app.admin.call('GET /api/user')).toMatchObject({ key_missing: false })
    expect((await app.admin.try('GET /api/admin/photos')).status).toBe(200)
    await app.admin.call('POST /api/two-step-off')
    expect(await app.admin.try('GET /api/admin/photos')).toEqual(refused('access.key-missing'))
    await switchTwoStepOn(app, app.admin)
    await demand(0)
    await app.admin.call('POST /api/two-step-off')
    expect((await mona.try('GET /api/admin/photos')).status).toBe(200)
  })
})
