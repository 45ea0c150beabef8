import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { problemMessage } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { liftSuspensions } from '../../admin/members/change-member'

const DAY = 86_400
let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
  await app.admin.call('POST /api/admin/member', { id: second.id, premium: true })
  await second.call('POST /api/profile-auto-save', { key: 'username', value: 'Second' })
})
afterEach(() => assertChainWhole(app))
afterAll(() => app.close())
// Some tests move the clock, and a ban needs a recent reauthentication.
beforeEach(async () => {
  for (const admin of [app.admin, second]) await reauthenticate(admin)
})

async function reported(report_reason = 'Asking for money') {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  return { anna, ben, report_id: await report(anna, ben, report_reason) }
}
async function report(from: Person, to: Person, report_reason: string): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: to.id, report_reason })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const decide = (admin: Person, input: Record<string, unknown>) =>
  admin.try('POST /api/admin/report-decision', input)
const refusal = (code: Parameters<typeof problemMessage>[0]) => expect.objectContaining(problemBody(code))
const standing = async ({ id }: Person) =>
  app.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', id)
    .select(['m.status', 'a.status_reason', 'a.status_until_ts', 'a.status_report_id'])
    .executeTakeFirst()
const entries = async ({ id }: Person) =>
  (await app.db.selectFrom('audit').where('member_id', '=', id).orderBy('id').select('action').execute())
    .map(({ action }) => action)
    .filter((action) => !action.startsWith('photo.'))
const logIn = ({ email, password, url }: Person) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

test('[D §9] lists open cases by severity, with evidence that only staff can see', async () => {
  const { anna, ben, report_id } = await reported('Something else')
  const [annas, bens] = [await anna.socket(), await ben.socket()]
  for (let n = 1; n <= 25; n++) await say(annas, ben, `Hello ${n}`)
  await say(bens, anna, 'Send 500 dollars')
  const grave = await report(anna, ben, 'Under 18')
  const { items, pages } = await app.admin.call('GET /api/admin/reports')
  expect(pages).toBe(1)
  expect(items.map(({ id }) => id)).toEqual([grave, report_id])
  const [first] = items
  expect(first).toMatchObject({
    severity: 3,
    state: 'received',
    assignee: null,
    own: false,
    appeal: null,
    reporter: { id: anna.id, username: 'Anna', status: 2 },
    member: { id: ben.id, username: 'Ben', url_hash: ben.url_hash },
    about_member: { total: 2, open: 2 },
  })
  expect(first?.snapshot).toMatchObject({
    messages_total: 26,
    profile: { username: 'Ben', city: 'Hobart, TAS' },
  })
  expect(first?.snapshot?.messages.map(({ text }) => text).at(-1)).toBe('Send 500 dollars')
  expect(first?.snapshot?.messages).toHaveLength(20)
  const whole = await app.admin.call('GET /api/admin/report', { id: grave })
  expect(whole.report.snapshot?.messages).toHaveLength(26)
  expect(whole.others).toMatchObject([{ id: report_id, reason: 'Something else', state: 'received' }])

  const [photo] = first?.snapshot?.photos ?? []
  const address = `${app.url}${photo?.lg_url}`
  expect((await fetch(address)).status).toBe(200)
  expect((await fetch(address.replace(/\?.*/, ''))).status).toBe(404)
  expect(
    (await fetch(address.replace(/sig=(.)/, (_, first) => `sig=${first === '-' ? '_' : '-'}`))).status,
  ).toBe(404)
  app.clock.advance(901)
  expect((await fetch(address)).status).toBe(404)
  for (const id of [grave, report_id]) await decide(app.admin, { report_id: id, outcome: 'dismissed' })
})

test('[D §9] a case has one moderator at a time; taking over must be explicit and is audited', async () => {
  const { ben, report_id } = await reported()
  const take = (admin: Person, action: string) =>
    admin.try('POST /api/admin/report-take', { report_id, action })
  const state = async () => (await second.call('GET /api/admin/report', { id: report_id })).report
  expect((await take(app.admin, 'take')).status).toBe(200)
  expect(await state()).toMatchObject({ state: 'in review', assignee_id: app.admin.id, assignee: 'Admin' })
  expect(await take(second, 'take')).toEqual({ status: 409, body: refusal('report.taken') })
  expect(await decide(second, { report_id, outcome: 'dismissed' })).toEqual({
    status: 409,
    body: refusal('report.taken'),
  })
  expect((await take(second, 'take over')).status).toBe(200)
  // The history names the earlier moderator.
  const { history } = await second.call('GET /api/admin/report', { id: report_id })
  expect(history).toMatchObject([
    { action: 'report.take-over', assignee_before: 'Admin', assignee_after: 'Second' },
    { action: 'report.take', assignee_before: null, assignee_after: 'Admin' },
  ])
  expect((await take(second, 'give back')).status).toBe(200)
  expect(await state()).toMatchObject({ state: 'received', assignee_id: null, taken_ts: null })
  expect((await decide(app.admin, { report_id, outcome: 'dismissed' })).status).toBe(200)
  expect(await take(second, 'take over')).toEqual({ status: 409, body: refusal('report.closed') })
  expect(await entries(ben)).toEqual(['report.take', 'report.take-over', 'report.give-back', 'report.decide'])
})

test('[D §9] dismissed: the reporter is notified, and nothing happens to the member', async () => {
  const { anna, ben, report_id } = await reported()
  expect((await decide(app.admin, { report_id, outcome: 'dismissed', note: 'Nothing in it' })).status).toBe(
    200,
  )
  expect((await mailTo(app, anna, 'Your report has been closed')).text).toContain('no breach')
  expect((await anna.call('GET /api/my-reports')).reports).toMatchObject([
    { id: report_id, state: 'closed', outcome: 'dismissed' },
  ])
  expect((await ben.try('GET /api/users')).status).toBe(200)
  const emails = await app.mail()
  const toBen = emails.filter(({ to }) => to?.[0]?.address === ben.email)
  expect(toBen.filter(({ subject }) => !subject?.startsWith('Confirm your email'))).toEqual([])
  const { items } = await app.admin.call('GET /api/admin/reports', { state: 'closed' })
  expect(items[0]).toMatchObject({ id: report_id, note: 'Nothing in it', closer: 'Admin' })
  expect(await decide(app.admin, { report_id, outcome: 'banned' })).toEqual({
    status: 409,
    body: refusal('report.closed'),
  })
})

test('[D §9] warned: the member gets the text and stays active', async () => {
  const { anna, ben, report_id } = await reported('Inappropriate messages')
  await decide(app.admin, { report_id, outcome: 'warned', member_text: 'Please <b>mind</b> your words' })
  const mail = await mailTo(app, ben, 'A warning about your account')
  expect(mail.text).toContain('Please <b>mind</b> your words')
  expect(mail.html).not.toContain('<b>mind')
  expect(`${mail.text}`).not.toContain('Anna')
  expect(await standing(ben)).toMatchObject({ status: 2, status_reason: null })
  expect((await anna.call('GET /api/my-reports')).reports[0]).toMatchObject({ outcome: 'warned' })
})

test('[D §9] suspended: logged out immediately with the reason, and active again after the end', async () => {
  const { ben, report_id } = await reported()
  const stream = await ben.stream()
  const past = await decide(app.admin, { report_id, outcome: 'suspended', until_ts: app.clock.now() })
  expect(past).toEqual({ status: 400, body: refusal('report.until') })
  const until_ts = app.clock.now() + 7 * DAY
  const text = 'You asked members for money'
  await decide(app.admin, { report_id, outcome: 'suspended', until_ts, member_text: text })
  await stream.closed
  expect((await ben.try('GET /api/user')).status).toBe(401)
  expect(await standing(ben)).toEqual({
    status: 3,
    status_reason: text,
    status_until_ts: until_ts,
    status_report_id: report_id,
  })
  const refused = await logIn(ben)
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as { message: string }).message).toContain(text)
  expect((await mailTo(app, ben, 'Your account is suspended')).text).toContain(text)
  const lift = liftSuspensions(app.server.services)
  expect(await lift()).toBe(0)
  app.clock.advance(7 * DAY + 1)
  // Others see him again although he has not logged in yet.
  expect(await lift()).toBe(1)
  expect(await standing(ben)).toMatchObject({ status: 2, status_reason: null, status_until_ts: null })
  expect((await logIn(ben)).status).toBe(200)
})

test('[D §9] banned: logged out immediately and for good; a later, milder outcome does not change that', async () => {
  const { anna, ben, report_id } = await reported('Under 18')
  const later = await report(anna, ben, 'Something else')
  expect((await decide(app.admin, { report_id, outcome: 'banned' })).status).toBe(200)
  expect((await ben.try('GET /api/user')).status).toBe(401)
  expect((await standing(ben))?.status_reason).toContain('Under 18')
  expect((await mailTo(app, ben, 'Your account has been banned')).text).toContain('Under 18')
  await decide(app.admin, { report_id: later, outcome: 'suspended' })
  expect(await standing(ben)).toMatchObject({ status: 4, status_report_id: report_id })
  expect((await logIn(ben)).status).toBe(400)
  expect(await entries(ben)).toEqual(['report.decide', 'report.decide'])
})

test('[D §9] staff cannot act on cases they are part of and do not see who reported them', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const about = await report(anna, app.admin, 'Harassment or threats')
  const by = await report(app.admin, anna, 'Harassment or threats')
  for (const report_id of [about, by]) {
    const own =
      report_id === by
        ? { status: 403, body: refusal('report.own') }
        : { status: 404, body: refusal('report.unknown') }
    expect(await decide(app.admin, { report_id, outcome: 'dismissed' })).toEqual(own)
    expect(await app.admin.try('POST /api/admin/report-take', { report_id, action: 'take' })).toEqual(own)
    const appeal = { report_id, upheld: true }
    expect(await app.admin.try('POST /api/admin/appeal-decision', appeal)).toEqual(own)
  }
  const seen = (await app.admin.call('GET /api/admin/reports')).items
  expect(seen.map(({ id, own }) => ({ id, own }))).toEqual([{ id: by, own: true }])
  expect((await app.admin.try('GET /api/admin/report', { id: about })).status).toBe(404)
  // Nor while acting as the colleague.
  expect(
    await app.admin.try('POST /api/admin/impersonate', { id: second.id, reason: 'To decide it' }),
  ).toEqual({ status: 403, body: refusal('impersonate.staff') })
  for (const report_id of [about, by]) await decide(second, { report_id, outcome: 'dismissed' })
  expect((await decide(app.admin, { report_id: 999_999, outcome: 'banned' })).status).toBe(404)
})

test('[D §2] a suspended member appeals once with the key from the email, another admin upholds it', async () => {
  const { ben, report_id } = await reported()
  await decide(app.admin, { report_id, outcome: 'suspended', member_text: 'Asked for money' })
  const mail = await mailTo(app, ben, 'Your account is suspended')
  const key = /key=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  // The reader of the email has no session, so these are public calls.
  const visitor = Object.assign(ben.elsewhere(), { token: '' })
  const appeal = (input: object) =>
    visitor.try('POST /api/appeal', { report_id, key, text: 'It was a joke', ...input })
  expect(await visitor.call('GET /api/appeal', { report_id, key })).toMatchObject({
    outcome: 'suspended',
    member_text: 'Asked for money',
    may_appeal: true,
    appeal: null,
  })
  for (const wrong of [{ key: 'x' }, { key: '' }, { report_id: report_id - 1 }, { report_id: 999_999 }]) {
    expect(await appeal(wrong)).toEqual({ status: 404, body: problemBody('appeal.key') })
  }
  expect((await appeal({ text: ' \u0000 ' })).status).toBe(400)
  expect(await appeal({})).toEqual({ status: 200, body: { message: sentences.appealed } })
  expect(await appeal({})).toEqual({ status: 409, body: problemBody('appeal.sent') })

  const appealed = (await second.call('GET /api/admin/reports', { state: 'appealed' })).items
  expect(appealed).toMatchObject([{ id: report_id, appeal: { text: 'It was a joke', upheld: null } }])
  const uphold = (admin: Person) =>
    admin.try('POST /api/admin/appeal-decision', { report_id, upheld: true, member_text: 'Sorry about that' })
  expect(await uphold(app.admin)).toEqual({ status: 403, body: refusal('appeal.same-admin') })
  expect((await uphold(second)).status).toBe(200)
  expect(await uphold(second)).toEqual({ status: 409, body: refusal('appeal.decided') })
  expect((await mailTo(app, ben, 'Your appeal was upheld')).text).toContain('Sorry about that')
  expect(await standing(ben)).toMatchObject({ status: 2, status_reason: null, status_report_id: null })
  expect((await logIn(ben)).status).toBe(200)
  expect((await visitor.call('GET /api/appeal', { report_id, key })).appeal).toMatchObject({ upheld: true })
  expect(await entries(ben)).toEqual(['report.decide', 'appeal.decide'])
})

test('the decision is emailed as soon as the mail server is back, and keys are rate-limited', async () => {
  const { ben, report_id } = await reported()
  const [here, away] = [join(app.dataDir, 'mail'), join(app.dataDir, 'mail-away')]
  await rename(here, away)
  expect((await decide(app.admin, { report_id, outcome: 'warned' })).status).toBe(200)
  const failures = () => app.logLines.filter((line) => line.includes('job failed')).length
  await expect.poll(failures, { timeout: 20_000 }).toBe(2)
  await rename(away, here)
  app.clock.advance(600)
  await mailTo(app, ben, 'A warning about your account')

  const visitor = Object.assign(ben.elsewhere(), { token: '' })
  const guesses: number[] = []
  for (let n = 0; n < 11; n++) {
    guesses.push((await visitor.try('POST /api/appeal', { report_id, key: `${n}`, text: 'Hi' })).status)
  }
  expect(guesses).toEqual([...Array(10).fill(404), 429])
})

test('an appeal reverts only its own case, and is refused after the time limit', async () => {
  const { anna, ben, report_id } = await reported()
  const worse = await report(anna, ben, 'Under 18')
  await decide(app.admin, { report_id, outcome: 'suspended', member_text: 'For money' })
  await decide(app.admin, { report_id: worse, outcome: 'banned', member_text: 'Too young' })
  const visitor = Object.assign(ben.elsewhere(), { token: '' })
  const keyOf = async (title: string) =>
    /key=([\w-]+)/.exec((await mailTo(app, ben, title)).text ?? '')?.[1] ?? ''
  const [mild, hard] = [await keyOf('Your account is suspended'), await keyOf('Your account has been banned')]
  const text = 'I am 40'
  // A key works only for its own case.
  expect((await visitor.try('POST /api/appeal', { report_id, key: hard, text })).status).toBe(404)
  await visitor.call('POST /api/appeal', { report_id: worse, key: hard, text })
  await second.call('POST /api/admin/appeal-decision', { report_id: worse, upheld: true })
  expect(await standing(ben)).toMatchObject({
    status: 3,
    status_reason: 'For money',
    status_report_id: report_id,
  })
  app.clock.advance(181 * DAY)
  expect((await visitor.try('POST /api/appeal', { report_id, key: mild, text })).status).toBe(404)
})
