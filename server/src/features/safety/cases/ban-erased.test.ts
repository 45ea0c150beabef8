import { createHmac } from 'node:crypto'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteErasedTraces } from '../../account/close-account'

/** A ban that is decided after the account was erased applies to its address and photos. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const DAY = 86_400
const TAKEN = { status: 403, message: 'This account already exists' }
const signUp = (email: string) => app.members({ username: 'Ben', email })
const decide = (report_id: number, outcome: string) =>
  app.admin.try('POST /api/admin/report-decision', { report_id, outcome })

/** A member who was reported and erased their account before anyone reviewed it. */
async function escaped(email: string, photo?: Buffer) {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', email })) as [Person, Person]
  if (photo) await ben.upload(photo)
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Asking for money' })
  await ben.call('DELETE /api/account')
  const [report] = (await anna.call('GET /api/my-reports')).reports
  return { id: ben.id, report_id: report?.id ?? 0 }
}
const retained = async (id: number) =>
  app.db.selectFrom('erased_member').where('member_id', '=', id).selectAll().executeTakeFirst()
const fingerprints = async (id: number) =>
  (await app.db.selectFrom('erased_photo').where('member_id', '=', id).select('dhash').execute()).length

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
  expect(log[0]).toMatchObject({ action: 'report.decide', member_id: id, after: { address_banned: true } })
})

test('retains the address only as an HMAC with the site’s secret, and the photos as hashes', async () => {
  const email = 'Bilby@rosella.test'
  const { id } = await escaped(email, await testPhoto(401))
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
    'returned_id',
  ])
  expect(await fingerprints(id)).toBe(1)
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'erased_photo' order by 1`.execute(
    app.db,
  )
  expect(rows.map(({ column_name }) => column_name)).toEqual(['dhash', 'member_id'])
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

test('the ban also applies to an account that took the address before the decision', async () => {
  const email = 'dingo@rosella.test'
  const { report_id } = await escaped(email)
  const [again] = (await signUp(email)) as [Person]
  const [moved] = (await app.members('Finn')) as [Person]
  expect((await decide(report_id, 'banned')).status).toBe(200)
  expect((await again.try('GET /api/user')).status).toBe(401)
  const { member } = await app.admin.call('GET /api/admin/member', { id: again.id })
  expect(member).toMatchObject({ status: 4, status_report_id: report_id })
  expect((await moved.try('GET /api/user')).status).toBe(200)
})

test('the ban does not apply to an account that no longer uses the address', async () => {
  const email = 'potoroo@rosella.test'
  const { report_id } = await escaped(email)
  const [again] = (await signUp(email)) as [Person]
  const { token } = await again.call('POST /api/change-email', {
    new_email: 'elsewhere@rosella.test',
    password: again.password,
  })
  Object.assign(again, { token, email: 'elsewhere@rosella.test' })
  await decide(report_id, 'banned')
  expect((await again.try('GET /api/user')).status).toBe(200)
})

test('flags a photo that is similar to one of a banned, erased account', async () => {
  const picture = await testPhoto(777)
  const { report_id } = await escaped('quoll@rosella.test', picture)
  const [cara] = (await app.members('Cara')) as [Person]
  const mine = await cara.upload(picture)
  const flagged = async () => {
    const { items } = await app.admin.call('POST /api/admin/photo-claim', { count: 10 })
    return items.find(({ photo }) => photo.filename === mine)?.like_banned
  }
  expect(await flagged()).toBe(false)
  await decide(report_id, 'banned')
  expect(await flagged()).toBe(true)
})

test('deletes the retained data after 180 days, later while a report is open, never after a ban', async () => {
  const open = await escaped('galah@rosella.test', await testPhoto(402))
  const closed = await escaped('brolga@rosella.test', await testPhoto(403))
  const banned = await escaped('curlew@rosella.test', await testPhoto(404))
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
  expect(await left()).toEqual([all, all, all])
  app.clock.advance(2 * DAY)
  await purge()
  expect(await left()).toEqual([all, [false, 0], all])
  // The admin's session has expired by then.
  await app.db
    .updateTable('report')
    .set({ state: 'closed', outcome: 'dismissed', closed_ts: app.clock.now() })
    .where('id', '=', open.report_id)
    .execute()
  await purge()
  expect(await left()).toEqual([[false, 0], [false, 0], all])
  await expect(signUp('curlew@rosella.test')).rejects.toMatchObject(TAKEN)
})
