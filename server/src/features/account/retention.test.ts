import { readFile } from 'node:fs/promises'
import {
  INACTIVE_NOTICE_SECONDS,
  INACTIVE_SECONDS,
  TRACE_SECONDS,
  UNFINISHED_SECONDS,
} from '@rosella/contract/account/rules'
import { AUDIT_VALUE_SECONDS } from '@rosella/contract/admin/rules'
import { REJECTED_SECONDS } from '@rosella/contract/photos/rules'
import {
  CONTACT_SECONDS,
  OPENING_SECONDS,
  RETAINED_SECONDS,
  SIGN_SECONDS,
} from '@rosella/contract/safety/rules'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { photoFiles } from '@rosella/testkit/photos-in-order'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldMail, MAIL_SECONDS } from './retention'

const DAY = 86_400

test('the page for operators says what the program does', async () => {
  const page = await readFile(new URL('../../../../docs/operations/retention.md', import.meta.url), 'utf8')
  const told = [...page.matchAll(/^\| (.+?) \| (\d+) days? \|/gm)].map(([, what, days]) => [
    what,
    Number(days),
  ])
  expect(Object.fromEntries(told)).toMatchObject({
    'Unfinished sign-ups': UNFINISHED_SECONDS / DAY,
    'Unused accounts': INACTIVE_SECONDS / DAY,
    'Rejected photos': REJECTED_SECONDS / DAY,
    'Signs and warnings of the scam shield': SIGN_SECONDS / DAY,
    'Similarity hashes of first messages': OPENING_SECONDS / DAY,
    'Retained messages (deleted by one side, encrypted)': RETAINED_SECONDS / DAY,
    'Contacts with erased members': CONTACT_SECONDS / DAY,
    'Traces of an erased account (hashes of the address and the photos)': TRACE_SECONDS / DAY,
    'Values in the audit log about a member (before and after)': AUDIT_VALUE_SECONDS / DAY,
    'Emails in the embedded mailbox': MAIL_SECONDS / DAY,
  })
  expect(
    [UNFINISHED_SECONDS, REJECTED_SECONDS, SIGN_SECONDS, RETAINED_SECONDS].map((each) => each / DAY),
  ).toEqual([30, 90, 90, 90])
})

describe('by the clock', () => {
  let app: TestApp
  let smtp: TestSmtp
  const run = (name: string) => app.server.jobs.runPeriodic(name)
  /** As after a night: what the hourly jobs do, in the order that helps least. */
  const hourly = async () => {
    for (const job of ['erase-inactive', 'notify-inactive', 'delete-expired']) await run(job)
    await app.jobsDone()
    await run('erase-inactive')
  }
  const left = async (...people: Person[]) => {
    const rows = await app.db.selectFrom('member').select('id').execute()
    return people.filter(({ id }) => rows.some((row) => row.id === id)).map(({ username }) => username)
  }
  const mailsTo = async (person: Person, subject: RegExp) => {
    const to = (await app.mail()).filter((mail) => mail.to?.[0]?.address === person.email)
    return to.filter((mail) => subject.test(mail.subject ?? '')).length
  }
  /** Seconds since the last call that has been written down. */
  const sinceHere = async ({ id }: Person) => {
    const rows = await app.db.selectFrom('activity').where('member_id', '=', id).selectAll().execute()
    return app.clock.now() - (rows[0]?.last_active_ts ?? 0)
  }
  beforeEach(async () => {
    smtp = await openTestSmtp()
    app = await openTestApp({ smtp })
  })
  afterEach(async () => {
    await app.close()
    await smtp.close()
  })

  test('[issue 23] unfinished sign-ups go after 30 days without a sign; a finished one and the admin stay', async () => {
    const [una, ulla, anna] = (await app.members(
      { username: 'Una', active: false, photos: 1 },
      { username: 'Ulla', active: false },
      'Anna',
    )) as [Person, Person, Person]
    app.clock.advance(29 * DAY)
    await ulla.call('GET /api/user')
    await expect.poll(() => sinceHere(ulla), { timeout: 10_000 }).toBeLessThan(60)
    app.clock.advance(DAY + 60)
    await hourly()
    expect(await left(una, ulla, anna, app.admin)).toEqual(['Ulla', 'Anna', app.admin.username])
    await expect.poll(() => photoFiles(app)).toEqual([])
  })

  test('[issue 23] an inactive account is mailed at 23 months and erased at 24; who comes back stays', async () => {
    const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
    await app.admin.call('POST /api/admin/member', { id: cara.id, status: 4, reason: 'Scam' })
    app.clock.advance(INACTIVE_SECONDS - INACTIVE_NOTICE_SECONDS - DAY)
    await hourly()
    expect(await mailsTo(anna, /will be deleted/)).toBe(0)
    app.clock.advance(DAY)
    await hourly()
    await hourly()
    expect([await mailsTo(anna, /will be deleted/), await mailsTo(cara, /will be deleted/)]).toEqual([1, 0])
    const { token } = await ben.call('POST /api/login', { email: ben.email, password: ben.password })
    const back = Object.assign(ben.elsewhere(), { token })
    await back.call('GET /api/user')
    await expect.poll(() => sinceHere(ben), { timeout: 10_000 }).toBeLessThan(60)
    app.clock.advance(INACTIVE_NOTICE_SECONDS - 60)
    await hourly()
    expect(await left(anna, ben, cara)).toEqual(['Anna', 'Ben', 'Cara'])
    app.clock.advance(120)
    await hourly()
    expect(await left(anna, ben, cara, app.admin)).toEqual(['Ben', app.admin.username])
    expect(await mailsTo(ben, /will be deleted/)).toBe(1)
    // The ban outlives the account.
    await expect(app.members({ username: 'Cara', email: cara.email })).rejects.toMatchObject({ status: 403 })
  })

  test('[issue 23] nobody is erased who was not told a month before, however long the site was off', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    app.clock.advance(3 * INACTIVE_SECONDS)
    await hourly()
    expect([await left(anna), await mailsTo(anna, /will be deleted/)]).toEqual([['Anna'], 1])
    app.clock.advance(INACTIVE_NOTICE_SECONDS + 1)
    await hourly()
    expect(await left(anna)).toEqual([])
  })

  test('[issue 23] a dead address is no reason to keep an account; an open report is', async () => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Something else' })
    smtp.answer(anna.email, 550)
    app.clock.advance(INACTIVE_SECONDS)
    await hourly()
    app.clock.advance(INACTIVE_NOTICE_SECONDS + 1)
    await hourly()
    expect(await left(anna, ben)).toEqual(['Ben'])
  })

  test('[issue 23] rejected photos go after 90 days, with their files', async () => {
    const [anna] = (await app.members({ username: 'Anna', photos: 1 })) as [Person]
    const refused = await anna.upload(await testPhoto(77))
    const later = await anna.upload(await testPhoto(78))
    const decide = (photo: string, approved: boolean) =>
      app.admin.call('POST /api/admin/photo-decision', { photo, approved })
    for (const photo of [refused, later]) await decide(photo, false)
    await decide(later, true)
    app.clock.advance(REJECTED_SECONDS - 60)
    await run('delete-rejected-photos')
    expect((await app.db.selectFrom('photo').select('name').execute()).length).toBe(3)
    app.clock.advance(60)
    await run('delete-rejected-photos')
    const names = (await app.db.selectFrom('photo').select('name').execute()).map(({ name }) => name)
    expect([names.length, names.includes(refused), names.includes(later)]).toEqual([2, false, true])
    expect((await photoFiles(app)).filter((file) => file.includes(refused))).toEqual([])
  })

  test('[issue 23] after two years the audit log says who did what to whom, and no longer with which values', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    const old = Math.floor(Date.now() / 1000) - AUDIT_VALUE_SECONDS - 5
    for (const [ts, member_id] of [
      [old, anna.id],
      [old + DAY, anna.id],
      [old, null],
    ] as const)
      await app.db
        .insertInto('audit')
        .values({
          ts,
          admin_id: app.admin.id,
          action: 'member.change',
          member_id,
          before: '{"a":1}',
          after: '{"a":2}',
        })
        .execute()
    await run('delete-old-audit-values')
    const { rows } = await sql`select ts, member_id, before is null and after is null as bare from audit
      where action = 'member.change' and ts < ${old + 2 * DAY} order by id`.execute(app.db)
    expect(rows).toEqual([
      { ts: old, member_id: anna.id, bare: true },
      { ts: old + DAY, member_id: anna.id, bare: false },
      { ts: old, member_id: null, bare: false },
    ])
    for (const change of [
      sql`update audit set before = null, after = null`,
      sql`update audit set admin_id = 1, before = null, after = null where ts = ${old}`,
      sql`delete from audit where ts = ${old}`,
    ])
      await expect(change.execute(app.db)).rejects.toThrow('audit is append-only')
  })
})

describe('the embedded mail folder', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test('[issue 23] mails older than 30 days go, members’ too', async () => {
    await app.members('Anna')
    const sweep = deleteOldMail(app.server.services)
    app.clock.advance(MAIL_SECONDS - DAY)
    await sweep()
    expect((await app.mail()).length).toBeGreaterThan(0)
    app.clock.advance(DAY + 60)
    await sweep()
    expect(await app.mail()).toEqual([])
  })
})
