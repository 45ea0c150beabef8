import { KNOWN_PHOTO_SECONDS } from '@rosella/contract/photos/rules'
import { confirmAddresses, giveRole } from '@rosella/testkit/give-role'
import { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportPhotoBank, importPhotoBank } from './photo-bank'

let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const admin of [app.admin, second]) await reauthenticate(admin)
})

/** Small, so that the test servers remember what became of it. */
const picture = async (seed: number, quality = 80) =>
  (await scene(seed, 240, 180)).jpeg({ quality }).toBuffer()

let seeds = 5000

async function reported(reason = 'Asking for money', seed = seeds++) {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const photo = await ben.upload(await picture(seed))
  await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: reason })
  const [report] = (await anna.call('GET /api/my-reports')).reports
  return { anna, ben, photo, seed, report_id: report?.id ?? 0 }
}
const decide = (report_id: number, outcome: string, by = app.admin) =>
  by.try('POST /api/admin/report-decision', { report_id, outcome })
const entriesOf = async (member_id: number) =>
  (await app.db.selectFrom('known_photo').where('member_id', '=', member_id).select('id').execute()).length

/** Another member uploads the picture, and a moderator claims it. */
async function shownOf(seed: number, quality = 50) {
  const [cara] = (await app.members('Cara')) as [Person]
  const photo = await cara.upload(await picture(seed, quality))
  const claim = async () => {
    const { items } = await app.admin.call('POST /api/admin/photo-claim', { count: 10 })
    return items.find((item) => item.photo.filename === photo)
  }
  return { cara, photo, item: await claim(), claim }
}
const settle = (photo: string, approved: boolean | null) =>
  app.admin.call('POST /api/admin/photo-decision', { photo, approved, reject_reason: 'Not yours' })

test('[P4 §2] a ban for a scam puts the hashes into the bank, and a new copy is marked with date and case', async () => {
  for (const reason of ['Asking for money', 'Fake profile or scam']) {
    const { ben, report_id, seed } = await reported(reason)
    expect((await decide(report_id, 'banned')).status).toBe(200)
    const { closed_ts: banned_ts } = (await app.admin.call('GET /api/admin/report', { id: report_id })).report
    expect(await entriesOf(ben.id)).toBe(8)
    const { item, photo } = await shownOf(seed)
    const distance = expect.any(Number)
    expect(item?.seen).toEqual([{ distance, reason, ts: banned_ts, report_id, source: null }])
    expect(item?.similar).toMatchObject([{ age: expect.any(Number), photo: { username: 'Ben' } }])
    await settle(photo, false)
  }
})

test('[P4 §2] a ban for another reason, a warning and a direct ban put nothing into the bank', async () => {
  const harassed = await reported('Harassment or threats')
  await decide(harassed.report_id, 'banned')
  const warned = await reported()
  await decide(warned.report_id, 'warned')
  const direct = await reported()
  await app.admin.call('POST /api/admin/member', { id: direct.ben.id, status: 4, reason: 'Scam' })
  for (const { ben } of [harassed, warned, direct]) expect(await entriesOf(ben.id)).toBe(0)
})

test('[P4 §2] a case of the scam shield counts, by the identity of its reason and not by its words', async () => {
  const { ben, report_id } = await reported('Something else')
  const shield = { reason_key: 'scam-shield', reason: 'In other words' }
  await app.db.updateTable('report').set(shield).where('id', '=', report_id).execute()
  await decide(report_id, 'banned')
  expect(await entriesOf(ben.id)).toBe(8)
})

test('[P4 §2] the hashes leave the bank on every way that a ban is reversed', async () => {
  // An upheld appeal.
  const appealed = await reported()
  await confirmAddresses(app, appealed.ben)
  await decide(appealed.report_id, 'banned')
  await new Person(app.url).call('POST /api/request-access', { email: appealed.ben.email, kind: 'link' })
  const mail = (await app.mail()).findLast(({ to }) => to?.[0]?.address === appealed.ben.email)
  const key = /key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const { report_id } = appealed
  await new Person(app.url).call('POST /api/appeal', { report_id, key, text: 'It was my brother' })
  await second.call('POST /api/admin/appeal-decision', { report_id, upheld: true })
  // An admin lifts the ban, or replaces it by a suspension; also after a direct ban has replaced that of the case.
  const [lifted, suspended, replaced] = [await reported(), await reported(), await reported()]
  for (const one of [lifted, suspended, replaced]) await decide(one.report_id, 'banned')
  const change = (id: number, status: number) =>
    app.admin.call('POST /api/admin/member', { id, status, reason: 'A test' })
  await change(lifted.ben.id, 2)
  await change(suspended.ben.id, 3)
  await change(replaced.ben.id, 4)
  expect(await entriesOf(replaced.ben.id)).toBe(8)
  await change(replaced.ben.id, 2)
  // The account was erased before the ban, or after it.
  const [before, after] = [await reported(), await reported()]
  await before.ben.call('DELETE /api/account')
  for (const one of [before, after]) await decide(one.report_id, 'banned')
  await app.db.deleteFrom('member').where('id', '=', after.ben.id).execute()
  for (const { ben } of [before, after]) {
    expect(await entriesOf(ben.id)).toBe(8)
    await change(ben.id, 2)
  }
  for (const { ben } of [appealed, lifted, suspended, replaced, before, after])
    expect([ben.id, await entriesOf(ben.id)]).toEqual([ben.id, 0])
  expect((await shownOf(before.seed)).item?.seen).toEqual([])
})

test('[P4 §2] reported photos enter the bank although their owner deletes them before the ban', async () => {
  const { ben, photo, report_id, seed } = await reported()
  await ben.call('DELETE /api/photo', { photo })
  await decide(report_id, 'banned')
  const copy = await shownOf(seed)
  expect(copy.item?.seen).toMatchObject([{ report_id }])
  await settle(copy.photo, false)
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
  expect(await entriesOf(ben.id)).toBe(0)
})

test('[P4 §2] with two bans for scams, the hashes stay until both are reversed', async () => {
  const { ben, report_id } = await reported()
  const [dora] = (await app.members('Dora')) as [Person]
  await dora.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Fake profile or scam' })
  const other = (await dora.call('GET /api/my-reports')).reports[0]?.id ?? 0
  // Concurrent decisions are both in force.
  const decided = await Promise.all([decide(report_id, 'banned'), decide(other, 'banned', second)])
  expect(decided.map(({ status }) => status)).toEqual([200, 200])
  expect(await entriesOf(ben.id)).toBe(16)
  for (const left of [8, 0]) {
    await app.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
    expect(await entriesOf(ben.id)).toBe(left)
  }
})

test('a photo uploaded while its owner is banned is in the bank or was refused', async () => {
  for (let round = 0; round < 4; round++) {
    const { ben, report_id } = await reported()
    const bytes = await picture(seeds++)
    const [upload] = await Promise.allSettled([ben.upload(bytes), decide(report_id, 'banned')])
    expect(await entriesOf(ben.id)).toBe(upload.status === 'fulfilled' ? 16 : 8)
  }
})

test('[P4 §2] older photos get hashes from a job, which also adds those of members banned before', async () => {
  const { ben, photo, report_id, seed } = await reported()
  await app.db.updateTable('photo').set({ pdq: null, hashed_ts: null }).where('name', '=', photo).execute()
  await app.db.updateTable('evidence_photo').set({ pdq: null }).where('original', '=', photo).execute()
  await decide(report_id, 'banned')
  expect(await entriesOf(ben.id)).toBe(0)
  const hashes = async () =>
    app.db.selectFrom('photo').where('name', '=', photo).select('pdq').executeTakeFirst()
  // The ban moves the file, and while it is between two folders the job leaves it for its next run.
  const lengthAfterRun = async () => {
    await app.server.jobs.runPeriodic('hash-photos')
    return (await hashes())?.pdq?.length
  }
  await expect.poll(lengthAfterRun).toBe(256)
  expect(await entriesOf(ben.id)).toBe(8)
  expect((await shownOf(seed)).item?.seen).toMatchObject([{ report_id }])
  // A damaged photo is left alone, and does not stop the others.
  const { images } = app.server.services
  const { hash } = images
  images.hash = () => Promise.reject(new Error('damaged'))
  await app.db.updateTable('photo').set({ pdq: null, hashed_ts: null }).where('name', '=', photo).execute()
  expect(await lengthAfterRun()).toBe(0)
  images.hash = hash
  expect(app.logLines.join()).toContain('hashing a photo failed')
})

test('[P4 §2] nothing is rejected by itself, and the uploader gets the same reply, photo and count', async () => {
  const { report_id, seed } = await reported()
  await decide(report_id, 'banned')
  const [eva, finn] = (await app.members('Eva', 'Finn')) as [Person, Person]
  const [known, fresh] = [await picture(seed, 60), await picture(seeds++)]
  const mask = (value: unknown) => JSON.stringify(value).replace(/[\w-]{20,}|exp=\d+|"created_ts":\d+/g, '…')
  const seenBy = async (person: Person, bytes: Buffer) => {
    await person.upload(bytes)
    await app.admin.call('POST /api/admin/photo-claim', { count: 10 })
    return [
      mask(await person.call('GET /api/photos')),
      (await person.call('GET /api/user')).email === person.email,
    ]
  }
  expect(await seenBy(eva, known)).toEqual(await seenBy(finn, fresh))
})

test('[P4 §2] a bank is exported and imported as CSV, and shows how often each source was right', async () => {
  const { report_id, seed } = await reported()
  await decide(report_id, 'banned')
  const { services } = app.server
  const exported: string[] = []
  for await (const line of exportPhotoBank(services)) exported.push(line.trimEnd())
  const host = new URL(services.site.url).host
  expect(exported[0]).toBe('pdq,reason,date,source')
  expect(exported.at(-1)).toMatch(new RegExp(`^[0-9a-f]{64},Asking for money,\\d{4}-\\d\\d-\\d\\d,${host}$`))
  const lines = (all: readonly string[]) =>
    async function* () {
      yield* all
    }
  // Our own entries would outlive the reversal of a ban.
  expect(await importPhotoBank(services, lines(exported))).toEqual({
    added: 0,
    known: 0,
    skipped: exported.length - 1,
  })
  const [hash = ''] = exported.at(-8)?.split(',') ?? []
  const today = new Date(app.clock.now() * 1000).toISOString().slice(0, 10)
  const theirs = [
    'pdq,reason,date,source',
    `${hash},"Scam, with ""romance""",${today},other.example`,
    `${'0'.repeat(64)},Scam,2001-01-01,other.example`,
    '',
  ]
  expect(await importPhotoBank(services, lines(theirs))).toEqual({ added: 1, known: 0, skipped: 1 })
  expect(await importPhotoBank(services, lines(theirs))).toEqual({ added: 0, known: 1, skipped: 1 })
  for (const bad of [
    'xyz,a,2026-01-01,b',
    `${hash},a,2026-02-30,b`,
    `${hash},a,2026-01-01`,
    `${hash},"a,2026-01-01,b`,
    // A spreadsheet would calculate these.
    `${hash},=1+1,2026-01-01,b`,
    `${hash},a,2026-01-01,@b`,
  ])
    await expect(importPhotoBank(services, lines([...theirs, bad]))).rejects.toThrow(
      /^Line 5: .* Nothing was/,
    )
  for (const wrong of [[], ['a,b'], ['a,b', ...theirs]])
    await expect(importPhotoBank(services, lines(wrong))).rejects.toThrow('The first line must be')
  const empty = { added: 0, known: 0, skipped: 0 }
  expect(await importPhotoBank(services, lines(theirs.slice(0, 1)))).toEqual(empty)

  const bank = async () => (await app.admin.call('GET /api/admin/photo-bank')).sources
  const sourceOf = async (source: string | null) => (await bank()).find((one) => one.source === source)
  const own = await sourceOf(null)
  expect(await sourceOf('other.example')).toEqual({
    source: 'other.example',
    entries: 1,
    upheld: 0,
    dismissed: 0,
  })
  const { item, photo, claim } = await shownOf(seed)
  expect(item?.seen.map(({ source, reason }) => [source, reason]).sort()).toEqual([
    [null, 'Asking for money'],
    ['other.example', 'Scam, with "romance"'],
  ])
  const outcomes = async () => {
    const [mine, other] = [await sourceOf(null), await sourceOf('other.example')]
    return [(mine?.upheld ?? 0) - (own?.upheld ?? 0), other?.upheld, other?.dismissed]
  }
  await settle(photo, true)
  expect(await outcomes()).toEqual([0, 0, 1])
  await settle(photo, false)
  expect(await outcomes()).toEqual([1, 1, 0])
  await settle(photo, null)
  expect(await outcomes()).toEqual([0, 0, 0])

  const remove = (by: Person, source: string) => by.try('POST /api/admin/photo-bank-remove', { source })
  const [mona] = (await app.members('Mona')) as [Person]
  await giveRole(app, mona, 'moderator')
  expect((await mona.call('GET /api/admin/photo-bank')).sources).toHaveLength(2)
  expect((await remove(mona, 'other.example')).status).toBe(403)
  expect((await remove(app.admin, '')).status).toBe(400)
  expect((await remove(app.admin, 'other.example')).status).toBe(200)
  expect(await remove(app.admin, 'other.example')).toEqual({
    status: 404,
    body: problemBody('photo-bank.unknown'),
  })
  expect((await claim())?.seen).toMatchObject([{ source: null }])
  expect((await sourceOf(null))?.entries).toBe(own?.entries)
  const { items } = await app.admin.call('GET /api/admin/audit')
  expect(items.find(({ action }) => action === 'photo-bank.remove')).toMatchObject({
    before: { source: 'other.example', entries: 1 },
  })
  await settle(photo, false)
})

test('[P4 §2] hashes stay in the bank for five years after the ban, also those of an erased account', async () => {
  const { ben, report_id } = await reported()
  await decide(report_id, 'banned')
  await app.db.deleteFrom('member').where('id', '=', ben.id).execute()
  const aged = (seconds: number) =>
    sql`update known_photo set ts = ${app.clock.now() - seconds} where member_id = ${ben.id}`.execute(app.db)
  await aged(KNOWN_PHOTO_SECONDS - 60)
  await app.server.jobs.runPeriodic('delete-known-photos')
  expect(await entriesOf(ben.id)).toBe(8)
  await aged(KNOWN_PHOTO_SECONDS + 60)
  await app.server.jobs.runPeriodic('delete-known-photos')
  expect(await entriesOf(ben.id)).toBe(0)
})

test('a second process finds what the first one has added, and neither finds what was removed', async () => {
  const { report_id, ben, seed } = await reported()
  const other = await app.second()
  const admin = app.admin.elsewhere(other.url)
  const claimAt = async (photo: string) => {
    const { items } = await admin.call('POST /api/admin/photo-claim', { count: 10 })
    return items.find((item) => item.photo.filename === photo)
  }
  const { photo } = await shownOf(seed)
  expect(await claimAt(photo)).toMatchObject({ seen: [], similar: [{}] })
  await decide(report_id, 'banned')
  expect(await claimAt(photo)).toMatchObject({ seen: [{ report_id }], similar: [{}] })
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 2 })
  expect(await claimAt(photo)).toMatchObject({ seen: [], similar: [{}] })
  await other.close()
})
