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
import { confirmAddresses } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { photoFiles } from '@rosella/testkit/photos-in-order'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldEmails, MAIL_SECONDS } from './retention'

const DAY = 86_400

test('docs/operations/retention.md matches the constants in the code', async () => {
  const page = await readFile(new URL('../../../../docs/operations/retention.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| (.+?) \| (\d+) days? \|/gm)].map(([, what, days]) => [
    what,
    Number(days),
  ])
  expect(Object.fromEntries(documented)).toMatchObject({
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

test('docs/operations/retention.md has every table of the database once', async () => {
  const page = await readFile(new URL('../../../../docs/operations/retention.md', import.meta.url), 'utf8')
  const [, section = ''] = /## Every table\n([\s\S]*?)\n## /.exec(page) ?? []
  const documented = [...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)
  const app = await openTestApp({ on: 'postgres' })
  try {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(app.db)
    expect(documented.sort()).toEqual(rows.map(({ name }) => name).sort())
  } finally {
    await app.close()
  }
})

describe('scheduled deletion', () => {
  let app: TestApp
  let smtp: TestSmtp
  const run = (name: string) => app.server.jobs.runPeriodic(name)
  /** The hourly jobs, in the least favourable order. */
  const hourly = async () => {
    for (const job of ['erase-inactive', 'notify-inactive', 'delete-expired']) await run(job)
    await app.jobsDone()
    await run('erase-inactive')
  }
  const left = async (...people: Person[]) => {
    const rows = await app.db.selectFrom('member').select('id').execute()
    return people.filter(({ id }) => rows.some((row) => row.id === id)).map(({ username }) => username)
  }
  const emailsTo = async (person: Person, subject: RegExp) => {
    const to = (await app.mail()).filter((mail) => mail.to?.[0]?.address === person.email)
    return to.filter((mail) => subject.test(mail.subject ?? '')).length
  }
  /** Seconds since the last recorded activity. */
  const sinceActive = async ({ id }: Person) => {
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

  test('erases unfinished sign-ups after 30 days without activity; keeps finished ones and the admin', async () => {
    const [una, ulla, anna] = (await app.members(
      { username: 'Una', active: false, photos: 1 },
      { username: 'Ulla', active: false },
      'Anna',
    )) as [Person, Person, Person]
    app.clock.advance(29 * DAY)
    await ulla.call('GET /api/user')
    await expect.poll(() => sinceActive(ulla), { timeout: 10_000 }).toBeLessThan(60)
    app.clock.advance(DAY + 60)
    await hourly()
    expect(await left(una, ulla, anna, app.admin)).toEqual(['Ulla', 'Anna', app.admin.username])
    await expect.poll(() => photoFiles(app)).toEqual([])
  })

  test('emails inactive members after 23 months and erases them after 24, unless they come back', async () => {
    const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
    await confirmAddresses(app, cara)
    await app.admin.call('POST /api/admin/member', { id: cara.id, status: 4, reason: 'Scam' })
    app.clock.advance(INACTIVE_SECONDS - INACTIVE_NOTICE_SECONDS - DAY)
    await hourly()
    expect(await emailsTo(anna, /will be deleted/)).toBe(0)
    app.clock.advance(DAY)
    await hourly()
    await hourly()
    expect([await emailsTo(anna, /will be deleted/), await emailsTo(cara, /will be deleted/)]).toEqual([1, 0])
    const { token } = await ben.call('POST /api/login', { email: ben.email, password: ben.password })
    const back = Object.assign(ben.elsewhere(), { token })
    await back.call('GET /api/user')
    await expect.poll(() => sinceActive(ben), { timeout: 10_000 }).toBeLessThan(60)
    app.clock.advance(INACTIVE_NOTICE_SECONDS - 60)
    await hourly()
    expect(await left(anna, ben, cara)).toEqual(['Anna', 'Ben', 'Cara'])
    app.clock.advance(120)
    await hourly()
    expect(await left(anna, ben, cara, app.admin)).toEqual(['Ben', app.admin.username])
    expect(await emailsTo(ben, /will be deleted/)).toBe(1)
    // The ban outlives the account, because she had confirmed the address.
    await expect(app.members({ username: 'Cara', email: cara.email })).rejects.toMatchObject({ status: 403 })
  })

  test('erases nobody without a month’s notice, however long the site was offline', async () => {
    const [anna] = (await app.members('Anna')) as [Person]
    app.clock.advance(3 * INACTIVE_SECONDS)
    await hourly()
    expect([await left(anna), await emailsTo(anna, /will be deleted/)]).toEqual([['Anna'], 1])
    app.clock.advance(INACTIVE_NOTICE_SECONDS + 1)
    await hourly()
    expect(await left(anna)).toEqual([])
  })

  test('erases accounts with a dead address, but not those with an open report', async () => {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Something else' })
    smtp.answer(anna.email, 550)
    app.clock.advance(INACTIVE_SECONDS)
    await hourly()
    app.clock.advance(INACTIVE_NOTICE_SECONDS + 1)
    await hourly()
    expect(await left(anna, ben)).toEqual(['Ben'])
  })

  test('deletes rejected photos and their files after 90 days', async () => {
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

  test('after two years the audit log keeps who did what to which member, without the values', async () => {
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

  test('deletes emails older than 30 days, also those of members', async () => {
    await app.members('Anna')
    const cleanUp = deleteOldEmails(app.server.services)
    app.clock.advance(MAIL_SECONDS - DAY)
    await cleanUp()
    expect((await app.mail()).length).toBeGreaterThan(0)
    app.clock.advance(DAY + 60)
    await cleanUp()
    expect(await app.mail()).toEqual([])
  })
})
