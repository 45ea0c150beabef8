import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { problemMessage } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deleteOrphanPhotos } from '../photos/delete-old-files'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(async () => {
  await assertPhotosInOrder(app)
  await assertChainWhole(app)
})
afterAll(() => app.close())

const couple = async () => (await app.members('Anna', { username: 'Ben', photos: 2 })) as [Person, Person]
const report = (from: Person, to: { id: number }, report_reason: unknown = 'Under 18', info?: unknown) =>
  from.try('POST /api/report-user', { recipient_id: to.id, report_reason, report_reason_info: info })
const nobody = { status: 404, body: problemBody('no-user') }

async function snapshotOf(person: Person) {
  const [latest] = (await person.call('GET /api/my-reports')).reports
  const row = await app.db
    .selectFrom('report_snapshot')
    .where('report_id', '=', latest?.id ?? 0)
    .select('content')
    .executeTakeFirstOrThrow()
  return JSON.parse(row.content)
}

test('[P2 §2] a report is confirmed, listed for moderators and visible to its reporter', async () => {
  const [anna, ben] = await couple()
  const stream = await app.admin.stream()
  const before = await stream.next('admin')
  const answer = await report(anna, ben, 'Asking for money', ' He wants 500 dollars \u0000for petrol ')
  expect(answer).toEqual({ status: 200, body: { message: sentences.reported } })
  expect(await stream.next('admin')).toEqual({ ...before, reports: before.reports + 1 })
  const { reports } = await anna.call('GET /api/my-reports')
  expect(reports).toMatchObject([
    { reason: 'Asking for money', state: 'received', outcome: null, closed_ts: null },
  ])
  expect((await ben.call('GET /api/my-reports')).reports).toEqual([])
  const row = await app.db
    .selectFrom('report')
    .where('id', '=', reports[0]?.id ?? 0)
    .selectAll()
    .execute()
  expect(row).toMatchObject([{ info: 'He wants 500 dollars for petrol', severity: 2, member_id: ben.id }])

  // Sent again while it is open, it is the same case; with other info it is a new one.
  await report(anna, ben, 'Asking for money', 'He wants 500 dollars for petrol')
  await report(anna, ben, 'Asking for money', 'Now 1,000')
  expect((await anna.call('GET /api/my-reports')).reports).toHaveLength(2)
})

test('[P2 §5] the reason must be on the list; the info is optional and has a maximum length', async () => {
  const [anna, ben] = await couple()
  for (const reason of ['', 'Too tall', 'under 18', null, 7, ['Under 18']]) {
    expect(await report(anna, ben, reason)).toMatchObject({ status: 400 })
  }
  expect((await report(anna, ben, 'Too tall')).body.message).toBe(problemMessage('report.reason'))
  expect((await report(anna, ben, 'Under 18', 'x'.repeat(2001))).status).toBe(400)
  expect((await report(anna, ben, 'Under 18', null)).status).toBe(200)
  expect((await report(anna, ben, 'Under 18', '🦜'.repeat(2000))).status).toBe(200)
  expect(await snapshotOf(anna)).toMatchObject({ report: { info: '🦜'.repeat(2000) } })
})

test('[D §1] a hidden member is unknown, but a member blocked by the reporter can still be reported', async () => {
  const [anna, ben] = await couple()
  const [una] = (await app.members({ username: 'Una', active: false })) as [Person]
  for (const hidden of [una, { id: 999_999 }]) expect(await report(anna, hidden)).toEqual(nobody)
  expect(await report(anna, anna)).toEqual({ status: 400, body: problemBody('gesture.self') })
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  expect(await report(ben, anna)).toEqual(nobody)
  expect((await report(anna, ben)).status).toBe(200)
})

test('[D §9] an admin acting as a member cannot report anyone', async () => {
  const [anna, ben] = await couple()
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const asAnna = Object.assign(anna.elsewhere(), { token: session.token })
  const answer = await asAnna.try('POST /api/report-user', {
    recipient_id: ben.id,
    report_reason: 'Under 18',
    va: 1,
  })
  expect(answer).toEqual({ status: 403, body: problemBody('access.impersonating') })
  expect((await anna.call('GET /api/my-reports')).reports).toEqual([])
})

test('[D §8] the snapshot has the profile and the conversation and survives their deletion', async () => {
  const [anna, ben] = await couple()
  const hidden = await ben.upload(await testPhoto(99))
  await ben.call('POST /api/profile-auto-save', { key: 'tagline', value: 'Honest "Ben" </script> 美玲' })
  await ben.call('POST /api/profile-auto-save', { key: 'about_offer', value: 'Line one\nline two' })
  const [anna1, ben1] = [await anna.socket(), await ben.socket()]
  await say(anna1, ben, 'Hello Ben')
  const threat = await say(ben1, anna, 'Do what I say or else')
  await report(anna, ben, 'Harassment or threats')

  const { photos } = await ben
    .call('GET /api/view-profile', { url_hash: ben.url_hash })
    .then(({ photos }) => ({ photos: photos.map(({ filename }) => filename) }))
  await ben1.emitWithAck('delete', threat)
  for (const photo of [...photos, hidden]) await ben.call('DELETE /api/photo', { photo })
  await ben.call('POST /api/profile-auto-save', { key: 'tagline', value: 'A saint' })

  const sealed = await snapshotOf(anna)
  expect(sealed.profile).toMatchObject({
    username: 'Ben',
    tagline: 'Honest "Ben" </script> 美玲',
    about_offer: 'Line one\nline two',
    city: 'Hobart, TAS',
  })
  expect(JSON.stringify(sealed)).not.toContain(ben.email)
  expect(sealed.messages.map(({ text }: { text: string }) => text)).toEqual([
    'Hello Ben',
    'Do what I say or else',
  ])

  // The evidence photos match the sealed hashes, also after two scheduled deletions.
  const deleteOrphans = deleteOrphanPhotos(app.server.services)
  await deleteOrphans()
  app.clock.advance(8 * 86_400)
  expect(await deleteOrphans()).toEqual({ removed: 0, moved: 0 })
  const kept: { filename: string; copy: string; sha256: string }[] = sealed.photos
  expect(kept.map(({ filename }) => filename).sort()).toEqual(photos.sort())
  for (const { copy, sha256 } of kept) {
    const bytes = await readFile(join(app.dataDir, 'photos/private/lg', `${copy}.jpg`))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect((await fetch(`${app.url}/media/lg/${copy}.jpg`)).status).toBe(404)
  }
})

test('a report is filed even if the photo store fails, and names the missing photos', async () => {
  const [anna, ben] = await couple()
  const { photos } = await anna.call('GET /api/view-profile', { url_hash: ben.url_hash })
  const lost = photos[0]?.filename ?? ''
  for (const size of ['tmb', 'lg']) {
    await rm(join(app.dataDir, 'photos/public', size, `${lost}.jpg`))
  }
  expect((await report(anna, ben)).status).toBe(200)
  const { photos: sealed } = await snapshotOf(anna)
  expect(sealed).toHaveLength(2)
  expect(sealed).toContainEqual({ filename: lost, copy: null, sha256: null })
  await ben.call('DELETE /api/photo', { photo: lost })
})

test('a sealed snapshot can be neither changed nor deleted', async () => {
  const change = sql`update report_snapshot set content = '{}'`.execute(app.db)
  await expect(change).rejects.toThrow('append-only')
  await expect(sql`delete from report_snapshot`.execute(app.db)).rejects.toThrow('append-only')
  await expect(sql`truncate report_snapshot`.execute(app.db)).rejects.toThrow('append-only')
})

test('allows sixty tries an hour, including reports sent twice', async () => {
  const [anna, ben] = await couple()
  const answers: number[] = []
  for (let n = 0; n < 61; n++) answers.push((await report(anna, ben, 'Something else', String(n % 2))).status)
  expect(answers).toEqual([...Array(60).fill(200), 429])
})
