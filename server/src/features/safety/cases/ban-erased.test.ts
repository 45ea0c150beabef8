import { createHmac } from 'node:crypto'
import { confirmAddresses, giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteErasedTraces } from '../../account/close-account'

/** A ban that is decided after the account was erased applies to its address and photos. */
let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
})
afterAll(() => app.close())
// Sign-ups take time, and a ban needs a recent re-authentication.
beforeEach(async () => {
  for (const admin of [app.admin, second]) await reauthenticate(admin)
})

const DAY = 86_400
const TAKEN = { status: 403, message: 'This account already exists' }
const signUp = (email: string) => app.members({ username: 'Ben', email })
const decide = (report_id: number, outcome: string) =>
  app.admin.try('POST /api/admin/report-decision', { report_id, outcome })

/** A member who was reported and erased their account before anyone reviewed it. */
async function escaped(
  email: string,
  { photo, confirmed = true }: { photo?: Buffer; confirmed?: boolean } = {},
) {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', email })) as [Person, Person]
  if (confirmed) await confirmAddresses(app, ben)
  if (photo) await ben.upload(photo)
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Asking for money' })
  await ben.call('DELETE /api/account')
  const [report] = (await anna.call('GET /api/my-reports')).reports
  return { id: ben.id, report_id: report?.id ?? 0 }
}
const retained = async (id: number) =>
  app.db.selectFrom('erased_member').where('member_id', '=', id).selectAll().executeTakeFirst()
const fingerprints = async (id: number) =>
  (await app.db.selectFrom('erased_photo').where('member_id', '=', id).select('pdq').execute()).length

test('after a report, an erasure and a ban, the address cannot sign up again', async () => {
  const email = 'possum@rosella.test'
  const { report_id, id } = await escaped(email)
  const { items } = await app.admin.call('GET /api/admin/reports')
  expect(items.find((item) => item.id === report_id)?.member).toEqual({
    ...{ id, username: null, url_hash: null, photo: null, photo_url: null, status: null },
  })
  expect((await decide(report_id, 'banned')).status).toBe(200)
  await expect(signUp('Possum@Rosella.test')).rejects.toMatchObject(TAKEN)
  const { items: log } = await app.admin.call('GET /api/admin/audit')
  expect(log[0]).toMatchObject({
    action: 'report.decide',
    member_id: id,
    after: { status: 4, address_banned: true },
  })
})

test('retains the address only as an HMAC with the site’s secret, and the photos as hashes', async () => {
  const email = 'Bilby@rosella.test'
  const { id } = await escaped(email, { photo: await testPhoto(401) })
  const { value } = await app.db
    .selectFrom('site_secret')
    .where('name', '=', 'banned-emails')
    .select('value')
    .executeTakeFirstOrThrow()
  const hmac = createHmac('sha256', Buffer.from(value)).update(email.toLowerCase()).digest('hex')
  const row = await retained(id)
  expect(Buffer.from(row?.email_hash ?? []).toString('hex')).toBe(hmac)
  expect(Object.keys(row ?? {}).sort()).toEqual([
    'banned_ts',
    'email_hash',
    'erased_ts',
    'member_id',
    'report_id',
  ])
  expect(await fingerprints(id)).toBe(1)
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'erased_photo' order by 1`.execute(
    app.db,
  )
  expect(rows.map(({ column_name }) => column_name)).toEqual(['dhash', 'member_id', 'pdq'])
})

test('an erased member cannot be warned or suspended; a dismissed case bans nothing', async () => {
  const email = 'numbat@rosella.test'
  const { report_id } = await escaped(email)
  for (const outcome of ['warned', 'suspended']) {
    expect(await decide(report_id, outcome)).toEqual({
      status: 400,
      body: problemBody('report.erased'),
    })
  }
  expect((await decide(report_id, 'dismissed')).status).toBe(200)
  await signUp(email)
})

const status = async ({ id }: Person) => (await app.admin.call('GET /api/admin/member', { id })).member.status
const askForAccess = async (email: string) => {
  await new Person(app.url).call('POST /api/request-access', { email, kind: 'link' })
  return (await app.mail()).findLast(({ to }) => to?.[0]?.address === email)
}

test('[P3 §6] the ban affects no account that took the address later, whether it confirmed it or not', async () => {
  for (const confirmed of [true, false]) {
    const email = `dingo-${confirmed}@rosella.test`
    const { report_id } = await escaped(email)
    const [again] = (await signUp(email)) as [Person]
    if (confirmed) await confirmAddresses(app, again)
    expect((await decide(report_id, 'banned')).status).toBe(200)
    expect((await again.try('GET /api/user')).status).toBe(200)
    expect(await status(again)).toBe(2)
    // The owner can still log in by link, which also confirms the address.
    const hash = /hash=([0-9a-f]{64})/.exec((await askForAccess(email))?.text ?? '')?.[1]
    await again.call('POST /api/login', { email, hash })
  }
})

test('[P3 §6] an erased account that never confirmed its address leaves no hash, and its ban frees the owner', async () => {
  const email = 'potoroo@rosella.test'
  const { id, report_id } = await escaped(email, { confirmed: false })
  expect(await retained(id)).toMatchObject({ email_hash: null })
  expect((await decide(report_id, 'banned')).status).toBe(200)
  const { items } = await app.admin.call('GET /api/admin/audit')
  expect(items[0]).toMatchObject({ action: 'report.decide', after: { status: 4, address_banned: false } })
  const [owner] = (await signUp(email)) as [Person]
  expect(await status(owner)).toBe(2)
})

test('[P3 §6] a member who is banned, then erased, keeps the address banned only if they had confirmed it', async () => {
  for (const confirmed of [true, false]) {
    const email = `wombat-${confirmed}@rosella.test`
    const [ben] = (await signUp(email)) as [Person]
    if (confirmed) await confirmAddresses(app, ben)
    await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
    await app.db.deleteFrom('member').where('id', '=', ben.id).execute()
    if (confirmed) await expect(signUp(email)).rejects.toMatchObject(TAKEN)
    else await signUp(email)
  }
})

test('[P3 §6] the erased member can appeal with a link sent to the banned address, and the ban is lifted', async () => {
  const email = 'bettong@rosella.test'
  const { id, report_id } = await escaped(email)
  const counted = async () => {
    const period = { from: 0, to: app.clock.now() + 1 }
    return (await app.admin.call('GET /api/admin/transparency', period)).accounts
  }
  const before = await counted()
  await decide(report_id, 'banned')
  expect(await counted()).toEqual({ ...before, banned: before.banned + 1 })
  const mail = await askForAccess(email)
  expect(mail?.subject).toContain("You can't log in")
  const key = /key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const visitor = new Person(app.url)
  expect(await visitor.call('GET /api/appeal', { report_id, key })).toMatchObject({
    outcome: 'banned',
    may_appeal: true,
  })
  await visitor.call('POST /api/appeal', { report_id, key, text: 'It was my brother' })
  const uphold = { report_id, upheld: true }
  expect((await app.admin.try('POST /api/admin/appeal-decision', uphold)).status).toBe(403)
  await second.call('POST /api/admin/appeal-decision', uphold)
  expect(await retained(id)).toMatchObject({ banned_ts: null, report_id: null })
  expect(await counted()).toEqual({ ...before, banned: before.banned + 1, lifted: before.lifted + 1 })
  const { report } = await app.admin.call('GET /api/admin/report', { id: report_id })
  expect(report.lifted_ts).not.toBeNull()
  await signUp(email)
})

test('[P3 §6] lifting one ban of an erased member leaves the ban by another case', async () => {
  const email = 'quokka@rosella.test'
  const [anna, cara, ben] = (await app.members('Anna', 'Cara', { username: 'Ben', email })) as Person[] as [
    Person,
    Person,
    Person,
  ]
  await confirmAddresses(app, ben)
  const ids: number[] = []
  for (const reporter of [anna, cara]) {
    await reporter.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Asking for money' })
    ids.push((await reporter.call('GET /api/my-reports')).reports[0]?.id ?? 0)
  }
  await ben.call('DELETE /api/account')
  // Concurrent decisions about two cases are both in force.
  const decided = await Promise.all([
    decide(ids[0] ?? 0, 'banned'),
    second.try('POST /api/admin/report-decision', { report_id: ids[1], outcome: 'banned' }),
  ])
  expect(decided.map(({ status }) => status)).toEqual([200, 200])
  const lift = () => app.admin.try('POST /api/admin/member', { id: ben.id, status: 2 })
  expect((await lift()).status).toBe(200)
  await expect(signUp(email)).rejects.toMatchObject(TAKEN)
  expect((await lift()).status).toBe(200)
  await signUp(email)
  expect((await lift()).status).toBe(404)
})

test('[P3 §6] only an admin lifts the ban of an erased member directly, and nothing else can be changed', async () => {
  const { id, report_id } = await escaped('possum-two@rosella.test')
  await decide(report_id, 'banned')
  const [mona] = (await app.members('Mona')) as [Person]
  await giveRole(app, mona, 'moderator')
  const change = (by: Person, input: object) => by.try('POST /api/admin/member', { id, ...input })
  expect(await change(mona, { status: 2 })).toEqual({ status: 403, body: problemBody('ban.admin-only') })
  expect((await change(app.admin, { status: 3, reason: 'No' })).status).toBe(404)
  expect((await change(app.admin, { notes: 'No' })).status).toBe(404)
  expect((await change(app.admin, { status: 2 })).status).toBe(200)
  const { items } = await app.admin.call('GET /api/admin/audit')
  expect(items[0]).toMatchObject({ action: 'member.change', member_id: id, before: { status: 4 } })
})

test('[P3 §6] a banned account that never confirmed its address does not keep the owner out', async () => {
  const email = 'echidna@rosella.test'
  const [mallory] = (await signUp(email)) as [Person]
  await app.admin.call('POST /api/admin/member', { id: mallory.id, status: 4, reason: 'Scam' })
  expect((await askForAccess(email))?.text).toContain('you can sign up with this address')
  expect((await new Person(app.url).try('GET /api/check-email', { email })).status).toBe(200)
  // Of concurrent sign-ups with one address, one wins.
  const made = await Promise.allSettled(Array.from({ length: 4 }, () => signUp(email)))
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(await status(mallory)).toBe(4)
  const { member } = await app.admin.call('GET /api/admin/member', { id: mallory.id })
  expect(member.email).not.toBe(email)
  // Once confirmed, the address of a banned account is taken.
  const [ben] = (await signUp('taipan@rosella.test')) as [Person]
  await confirmAddresses(app, ben)
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
  await expect(signUp('taipan@rosella.test')).rejects.toMatchObject(TAKEN)
})

test('deletes the retained data after 180 days, later while a report is open, never after a ban', async () => {
  const open = await escaped('galah@rosella.test', { photo: await testPhoto(402) })
  const closed = await escaped('brolga@rosella.test', { photo: await testPhoto(403) })
  const banned = await escaped('curlew@rosella.test', { photo: await testPhoto(404) })
  await decide(closed.report_id, 'dismissed')
  await decide(banned.report_id, 'banned')
  const left = async () =>
    Promise.all(
      [open, closed, banned].map(async ({ id }) => [!!(await retained(id)), await fingerprints(id)]),
    )
  const purge = deleteErasedTraces(app.server.services)
  app.clock.advance(179 * DAY)
  await purge()
  const all = [true, 1]
  const withoutPhotos = [true, 0]
  expect(await left()).toEqual([all, all, all])
  app.clock.advance(2 * DAY)
  await purge()
  expect(await left()).toEqual([all, [false, 0], withoutPhotos])
  // The admin's session has expired by then.
  await app.db
    .updateTable('report')
    .set({ state: 'closed', outcome: 'dismissed', closed_ts: app.clock.now() })
    .where('id', '=', open.report_id)
    .execute()
  await purge()
  expect(await left()).toEqual([[false, 0], [false, 0], withoutPhotos])
  await expect(signUp('curlew@rosella.test')).rejects.toMatchObject(TAKEN)
})
