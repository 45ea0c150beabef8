import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AUDIT_VALUE_SECONDS } from '@rosella/contract/admin/rules'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldAuditValues } from '../../../members/audit'
import { verifyChain } from '../verify-chain'

const HOUR = 3600
let app: TestApp
let second: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

test('[D §9] reports a period as numbers and as CSV: reports, outcomes, times, accounts, appeals', async () => {
  const [anna, ...men] = (await app.members('Anna', 'Ben', 'Dan', 'Finn', 'Hugo')) as Person[] as [
    Person,
    ...Person[],
  ]
  const from = app.clock.now()
  const outcomes = ['dismissed', 'warned', 'suspended', 'banned']
  const ids: number[] = []
  for (const [at, man] of men.entries()) {
    const report_reason = at < 3 ? 'Asking for money' : '=cmd|"x", or so'
    if (at === 3) {
      const reasons = ['Asking for money', report_reason]
      await app.admin.call('POST /api/admin/settings', { key: 'report_reasons', value: reasons })
      await expect
        .poll(async () => (await anna.call('GET /api/settings')).report_reasons)
        .toContain(report_reason)
    }
    await anna.call('POST /api/report-user', { recipient_id: man.id, report_reason })
    ids.push((await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0)
  }
  for (const [at, outcome] of outcomes.entries()) {
    app.clock.advance(HOUR)
    await app.admin.call('POST /api/admin/report-decision', { report_id: ids[at], outcome })
  }
  const { text = '' } = await mailTo(app, men[3] as Person, 'Your account has been banned')
  const key = /key=([\w-]+)/.exec(text)?.[1]
  const visitor = Object.assign(anna.elsewhere(), { token: '' })
  await visitor.call('POST /api/appeal', { report_id: ids[3], key, text: 'Not me' })
  await second.call('POST /api/admin/appeal-decision', { report_id: ids[3], upheld: true })
  await anna.call('POST /api/report-user', { recipient_id: men[0]?.id, report_reason: 'Asking for money' })
  const to = app.clock.now() + 1
  const report = await app.admin.call('GET /api/admin/transparency', { from, to })
  expect(report.total).toMatchObject({ reason: 'All', received: 5, closed: 4, banned: 1 })
  expect(report.total.median_seconds).toBeGreaterThanOrEqual(2 * HOUR)
  expect(report.total.median_seconds).toBeLessThan(3 * HOUR)
  expect(
    report.reports.map(({ reason, received, closed, suspended }) => [reason, received, closed, suspended]),
  ).toEqual([
    ['=cmd|"x", or so', 1, 1, 0],
    ['Asking for money', 4, 3, 1],
  ])
  expect(report).toMatchObject({
    still_open: 1,
    accounts: { suspended: 1, banned: 1, lifted: 1 },
    appeals: { received: 1, decided: 1, upheld: 1, rejected: 0 },
  })
  const query = new URLSearchParams({
    email: app.admin.email,
    token: app.admin.token,
    from: `${from}`,
    to: `${to}`,
  })
  const file = await fetch(`${app.url}/api/admin/transparency-csv?${query}`)
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect(file.headers.get('content-disposition')).toContain('.csv')
  const csv = await file.text()
  expect(csv).toContain(`"'=cmd|""x"", or so",1,1,0,0,0,1,`)
  expect(csv).toContain('\r\nAppeals upheld,1\r\n')
  const empty = await app.admin.call('GET /api/admin/transparency', { from: 1, to: 2 })
  expect(empty).toMatchObject({ reports: [], total: { received: 0, median_seconds: null } })
  expect(await app.admin.try('GET /api/admin/transparency', { from: 2, to: 2 })).toEqual({
    status: 400,
    body: problemBody('period.invalid'),
  })
})

test('the chain check finds a changed snapshot, a missing one, a truncated chain and a changed photo', async () => {
  const [una, ben] = (await app.members('Una', { username: 'Ben', photos: 1 })) as [Person, Person]
  await una.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Asking for money' })
  const check = () => verifyChain(app.server.services)
  expect(await check()).toEqual({ snapshots: 6, photos: 1, faults: [] })
  // An attacker with access to the database would first disable the trigger.
  const tampering = async (...statements: string[]) => {
    const tx = ['alter table report_snapshot disable trigger user', ...statements]
    const rollback = new Error('rollback')
    let faults: string[] = []
    await app.db
      .transaction()
      .execute(async (db) => {
        for (const statement of tx) await sql.raw(statement).execute(db)
        faults = (await verifyChain({ ...app.server.services, db })).faults
        throw rollback
      })
      .catch((error) => {
        if (error !== rollback) throw error
      })
    return faults
  }
  const { rows } = await sql<{ id: number }>`select report_id as id from report_snapshot order by 1`.execute(
    app.db,
  )
  const [one, two, three] = rows.map(({ id }) => id) as [number, number, number]
  const last = rows.at(-1)?.id
  expect(
    await tampering(
      `update report_snapshot set content = replace(content, '"Ben"', '"Bob"') where report_id = ${one}`,
    ),
  ).toEqual([`The snapshot of case ${one} has been changed.`])
  expect(await tampering(`delete from report_snapshot where report_id = ${two}`)).toEqual([
    `Case ${three} does not follow the one before it.`,
    `Case ${two} has no snapshot.`,
  ])
  expect(
    await tampering(
      `delete from report_snapshot where report_id = ${last}`,
      `delete from report where id = ${last}`,
    ),
  ).toEqual(['The chain does not end where it should.'])
  const evidence = await app.db.selectFrom('evidence_photo').select('name').executeTakeFirstOrThrow()
  const path = join(app.dataDir, 'photos/private/lg', `${evidence.name}.jpg`)
  const bytes = await readFile(path)
  await writeFile(path, Buffer.concat([bytes, Buffer.from('x')]))
  expect((await check()).faults).toEqual([`The evidence photo ${evidence.name} is not as sealed.`])
})

test('[D §9] a report about a period more than two years ago does not change when audit values are deleted', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const old = Math.floor(Date.now() / 1000) - AUDIT_VALUE_SECONDS - HOUR
  const entries = [
    ['member.change', 2, 3],
    ['report.decide', 3, 4],
    ['appeal.decide', 4, 5],
    ['report.decide', null, 4],
    ['member.change', 4, null],
    ['member.change', 2, 2],
    // The values of other actions may be anything.
    ['member.act', 'active', 'banned'],
  ] as const
  for (const [action, was, is] of entries)
    await app.db
      .insertInto('audit')
      .values({
        ts: old,
        admin_id: app.admin.id,
        action,
        member_id: ben.id,
        before: JSON.stringify({ status: was }),
        after: JSON.stringify({ status: is, reason: 'Rude' }),
      })
      .execute()
  const period = { from: old - 1, to: old + 1 }
  const before = await app.admin.call('GET /api/admin/transparency', period)
  expect(before.accounts).toEqual({ suspended: 1, banned: 2, lifted: 2 })
  for (let n = 0; n < 2; n++) await deleteOldAuditValues(app.server.services)(new AbortController().signal)
  const { rows } = await sql`select from audit where ts = ${old} and after is not null`.execute(app.db)
  expect(rows).toHaveLength(0)
  expect(await app.admin.call('GET /api/admin/transparency', period)).toEqual(before)
})
