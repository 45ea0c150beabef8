import { storedData } from '@rosella/contract/account/stored-data'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TransientError } from '../../platform/failure'

/** On PostgreSQL with two processes, because decisions, reversals and deliveries run concurrently. */
let app: TestApp
let second: Person
let other: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
  other = await app.second()
})
afterAll(async () => {
  await other?.close()
  await app.close()
})
// A ban needs a re-authentication within 15 minutes; calls for it are limited, and these tests move the clock by days.
beforeEach(async () => {
  const staff = [app.admin.id, second.id]
  const future = {
    reauthenticated_ts: app.clock.now() + 1000 * 86_400,
    expires_ts: app.clock.now() + 1000 * 86_400,
  }
  await app.db.updateTable('session').set(future).where('member_id', 'in', staff).execute()
})

const [MINUTE, DAY] = [60, 86_400]
const WAIT = 15 * MINUTE
const SCAM = 'Fake profile or scam'

async function write(from: Person, ...receivers: Person[]): Promise<number[]> {
  const socket = await from.socket()
  const ids: number[] = []
  for (const to of receivers) ids.push(await say(socket, to, `Hello ${to.username}, lovely weather today`))
  socket.disconnect()
  return ids
}
async function report(from: Person, member: Person, report_reason = SCAM): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: member.id, report_reason })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const ban = (report_id: number, fields: object = { warn: 1 }) =>
  app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'banned', ...fields })
const lift = (member: Pick<Person, 'id'>) =>
  app.admin.call('POST /api/admin/member', { id: member.id, status: 2 })
/** One run of the schedule, and the emails it queues. */
async function deliver() {
  await app.server.jobs.runPeriodic('send-safety-notices')
  await app.jobsDone()
}
async function pass(seconds: number) {
  app.clock.advance(seconds)
  await deliver()
}
const noticesOf = async (person: Person) => (await person.call('GET /api/safety-notices')).items
/** The titles of the warnings and corrections that were emailed to this person. */
async function mailed(person: Person): Promise<string[]> {
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === person.email)
  return emails.flatMap(({ subject = '' }) =>
    /^A (warning|correction) about/.test(subject) ? [subject] : [],
  )
}
const warnCount = async (id: number) => (await app.admin.call('GET /api/admin/report', { id })).warn_count
async function members<N extends string[]>(...names: N) {
  const people = (await app.members(...names)) as Person[]
  return people as { [K in keyof N]: Person }
}

test('[P4 §1] warns everyone who received a message, once, 15 minutes after the decision', async () => {
  const [max, anna, beth, cara, dora, elsa, fern, stranger] = await members(
    ...(['Max', 'Anna', 'Beth', 'Cara', 'Dora', 'Elsa', 'Fern', 'Gwen'] as const),
  )
  const ids = await write(max, anna, beth, cara, dora, elsa, fern, second)
  await write(stranger, max)
  // Beth blocks him, he blocks Cara, Dora ends the conversation, Elsa deletes his message, and he deletes Fern's.
  await beth.call('POST /api/user-action', { action: 'block', recipient_id: max.id })
  await max.call('POST /api/user-action', { action: 'block', recipient_id: cara.id })
  await dora.call('POST /api/user-action', { action: 'not-interested', recipient_id: max.id })
  const [his, hers] = [await max.socket(), await elsa.socket()]
  expect(await hers.emitWithAck('delete', ids[4] as number)).toMatchObject({ ok: true })
  expect(await his.emitWithAck('delete', ids[5] as number)).toMatchObject({ ok: true })
  his.disconnect()
  hers.disconnect()
  const people = [anna, beth, cara, dora, elsa, fern]
  const id = await report(anna, max)
  expect(await warnCount(id)).toBe(people.length)
  await ban(id)
  const stream = await anna.stream()
  await pass(WAIT - MINUTE)
  for (const person of people) expect(await mailed(person)).toEqual([])
  await pass(MINUTE)
  await deliver()
  const month = new Date((app.clock.now() - WAIT) * 1000).toLocaleDateString('en-CA', {
    timeZone: 'Australia/Sydney',
    ...{ year: 'numeric', month: '2-digit' },
  })
  for (const person of people) {
    expect(await mailed(person), person.username).toEqual(['A warning about Max – Rosella'])
    expect(await noticesOf(person)).toEqual([
      {
        ...{ id: expect.any(Number), username: 'Max', month, created_ts: expect.any(Number) },
        ...{ seen: false, withdrawn: false },
      },
    ])
  }
  expect(await stream.next('safety_notice')).toEqual((await noticesOf(anna))[0])
  for (const person of [stranger, second, max]) expect(await mailed(person)).toEqual([])
  const { text = '' } = await mailTo(app, beth, 'A warning about Max')
  for (const part of ["Don't send money", 'codes or documents', 'bank', 'scamwatch.gov.au', 'idcare.org'])
    expect(text).toContain(part)
  expect(text).toContain(app.server.services.site.contact)
  for (const name of ['Anna', 'lovely weather', 'report a']) expect(text).not.toContain(name)
  const { warnings } = await app.admin.call('GET /api/admin/report', { id })
  expect(warnings).toMatchObject({ sent: people.length, withdrawn: false })
})

test('[P4 §1] a decision without warn, or with another outcome, warns nobody', async () => {
  const [max, ned, anna] = await members('Max', 'Ned', 'Anna')
  for (const man of [max, ned]) await write(man, anna)
  await ban(await report(anna, max), {})
  const warned = { report_id: await report(anna, ned), outcome: 'warned', warn: 1 }
  await app.admin.call('POST /api/admin/report-decision', warned)
  await pass(2 * WAIT)
  expect(await mailed(anna)).toEqual([])
})

test('[P4 §1] offers the warning by the identity of the reason, not its wording', async () => {
  const [anna, ...men] = await members('Anna', 'Max', 'Ned', 'Otto')
  const { report_reasons } = await anna.call('GET /api/settings')
  const renamed = (report_reasons ?? []).map((words) => (words === 'Asking for money' ? 'Wants cash' : words))
  await app.admin.call('POST /api/admin/settings', { key: 'report_reasons', value: renamed })
  await expect.poll(async () => (await anna.call('GET /api/settings')).report_reasons).toContain('Wants cash')
  const offered: boolean[] = []
  for (const [n, reason] of [SCAM, 'Wants cash', 'Harassment or threats'].entries()) {
    const id = await report(anna, men[n] as Person, reason)
    offered.push((await app.admin.call('GET /api/admin/report', { id })).warn_default)
  }
  expect(offered).toEqual([true, true, false])
  await app.admin.call('POST /api/admin/settings', { key: 'report_reasons', value: report_reasons })
})

test('[P4 §1] a ban that is lifted within 15 minutes warns nobody', async () => {
  const [max, anna] = await members('Max', 'Anna')
  await write(max, anna)
  const id = await report(anna, max)
  const decided = app.clock.now()
  app.clock.stand(decided)
  await ban(id)
  app.clock.stand(decided + WAIT - 1)
  await deliver()
  await lift(max)
  app.clock.stand(undefined)
  await pass(2 * WAIT)
  expect(await mailed(anna)).toEqual([])
  expect(await noticesOf(anna)).toEqual([])
})

test('[P4 §1] however the ban ends later, everyone warned gets a correction, once', async () => {
  const ends: Record<string, (max: Person, id: number) => Promise<unknown>> = {
    'lifted on the member page': (max) => lift(max),
    'replaced by a suspension': (max) =>
      app.admin.call('POST /api/admin/member', { id: max.id, status: 3, reason: 'Enough' }),
    'appeal upheld': async (max, id) => {
      const { text = '' } = await mailTo(app, max, 'Your account has been banned')
      const visitor = Object.assign(max.elsewhere(), { token: '' })
      const key = /key=([\w-]+)/.exec(text)?.[1]
      await visitor.call('POST /api/appeal', { report_id: id, key, text: 'Not me' })
      await second.call('POST /api/admin/appeal-decision', { report_id: id, upheld: true })
    },
    'replaced by a direct ban, then lifted': async (max) => {
      await app.admin.call('POST /api/admin/member', { id: max.id, status: 4, reason: 'Again' })
      await deliver()
      await lift(max)
    },
  }
  for (const [end, run] of Object.entries(ends)) {
    const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
    await write(max, anna, beth)
    const id = await report(anna, max)
    await ban(id)
    await pass(WAIT)
    const [notice] = await noticesOf(anna)
    await anna.call('POST /api/safety-notice-seen', { id: notice?.id })
    expect((await noticesOf(anna))[0]).toMatchObject({ seen: true, withdrawn: false })
    const stream = await anna.stream()
    await run(max, id)
    await deliver()
    await deliver()
    for (const person of [anna, beth]) {
      expect(await mailed(person), end).toEqual([
        'A warning about Max – Rosella',
        'A correction about Max – Rosella',
      ])
      expect(await noticesOf(person), end).toMatchObject([
        { id: expect.any(Number), withdrawn: true, seen: false },
      ])
    }
    expect(await stream.next('safety_notice')).toMatchObject({ id: notice?.id, withdrawn: true, seen: false })
    const { text } = await mailTo(app, anna, 'A correction about Max')
    expect(text).toContain(
      "We told you that Max's account was used for scams. We have looked again and that was a mistake.",
    )
  }
})

test('[P4 §1] lifting one of two bans corrects nothing while a case that warned people still counts', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna, beth)
  const cases = [await report(anna, max), await report(beth, max)]
  for (const id of cases) await ban(id)
  await pass(WAIT)
  await lift(max)
  await deliver()
  expect(await mailed(anna)).toEqual(['A warning about Max – Rosella'])
  await lift(max)
  await deliver()
  expect(await mailed(anna)).toEqual(['A warning about Max – Rosella', 'A correction about Max – Rosella'])
})

test('[P4 §1] a warning that has not been emailed when the ban is lifted is never emailed', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna, beth)
  await ban(await report(anna, max))
  // The mail server is unavailable for a moment, but takes the email to Anna.
  const mailers = [app.server, other.server].map(({ services }) => services.mailer)
  const sends = mailers.map(({ send }) => send)
  for (const [n, mailer] of mailers.entries())
    mailer.send = (mail) =>
      mail.to.address === anna.email
        ? (sends[n] as typeof mailer.send)(mail)
        : Promise.reject(new TransientError('Try later'))
  await pass(WAIT)
  for (const [n, mailer] of mailers.entries()) mailer.send = sends[n] as typeof mailer.send
  await lift(max)
  // Before the schedule has corrected the notices.
  const retry = async () => {
    await app.db
      .updateTable('job')
      .set({ run_ts: app.clock.now() })
      .where('kind', '=', 'safety-mail')
      .execute()
    await app.jobsDone()
  }
  await retry()
  expect(await noticesOf(beth)).toMatchObject([{ withdrawn: false }])
  expect(await mailed(beth)).toEqual([])
  await deliver()
  await retry()
  expect(await mailed(anna)).toEqual(['A warning about Max – Rosella', 'A correction about Max – Rosella'])
  // She may have read the notice on the site.
  expect(await mailed(beth)).toEqual(['A correction about Max – Rosella'])
})

test('[P4 §1] each person gets one warning about a member, however many cases there are', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna, beth)
  const cases = [
    await report(anna, max),
    await report(beth, max),
    await report(anna, max, 'Asking for money'),
  ]
  await ban(cases[0] as number)
  await ban(cases[1] as number)
  await pass(WAIT)
  await ban(cases[2] as number)
  await pass(WAIT)
  await pass(DAY)
  for (const person of [anna, beth]) {
    expect(await mailed(person)).toEqual(['A warning about Max – Rosella'])
    expect(await noticesOf(person)).toHaveLength(1)
  }
})

test('[P4 §1] after a correction, a new ban warns people again', async () => {
  const [max, anna] = await members('Max', 'Anna')
  await write(max, anna)
  const again = await report(anna, max, 'Asking for money')
  await ban(await report(anna, max))
  await pass(WAIT)
  await lift(max)
  await deliver()
  await ban(again)
  await pass(WAIT)
  expect((await mailed(anna)).map((title) => title.split(' ')[1])).toEqual([
    'warning',
    'correction',
    'warning',
  ])
  expect(await noticesOf(anna)).toMatchObject([{ withdrawn: false, seen: false }])
})

test('[P4 §1] a scammer who erased the account first is still named to everyone they wrote to', async () => {
  const [max, anna, beth, gone] = await members('Maximus', 'Anna', 'Beth', 'Gwen')
  const ids = await write(max, anna, beth, gone)
  // Beth's message was deleted before the erasure.
  const socket = await max.socket()
  expect(await socket.emitWithAck('delete', ids[1] as number)).toMatchObject({ ok: true })
  socket.disconnect()
  const id = await report(anna, max)
  await max.call('DELETE /api/account')
  await gone.call('DELETE /api/account')
  await app.jobsDone()
  expect(await warnCount(id)).toBe(2)
  const rows = await app.db
    .selectFrom('message_contact')
    .where('sender_id', '=', max.id)
    .selectAll()
    .execute()
  expect(rows.map(({ receiver_id }) => receiver_id).sort()).toEqual([anna.id, beth.id].sort())
  for (const { sealed } of rows) expect(Buffer.from(sealed).toString('latin1')).not.toContain('Maximus')
  await ban(id)
  await pass(WAIT)
  for (const person of [anna, beth]) {
    expect(await mailed(person)).toEqual(['A warning about Maximus – Rosella'])
    expect(await noticesOf(person)).toMatchObject([{ username: 'Maximus' }])
  }
  await lift(max)
  await deliver()
  expect(await mailed(anna)).toContain('A correction about Maximus – Rosella')
})

test('[P4 §1] a warning has the name that the receiver knew', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await app.admin.call('POST /api/admin/member', { id: max.id, premium: true })
  // The database notes the time of a change of name.
  const rename = (value: string) => max.call('POST /api/profile-auto-save', { key: 'username', value })
  await write(max, anna)
  await app.db
    .updateTable('message')
    .set({ ts: sql<number>`extract(epoch from now())::bigint - 60` })
    .where('sender_id', '=', max.id)
    .execute()
  await rename('Zed')
  await write(max, beth)
  const id = await report(anna, max)
  await max.call('DELETE /api/account')
  await ban(id)
  await pass(WAIT)
  expect(await noticesOf(anna)).toMatchObject([{ username: 'Max' }])
  expect(await noticesOf(beth)).toMatchObject([{ username: 'Zed' }])
  expect(
    await app.db.selectFrom('former_name').where('member_id', '=', max.id).selectAll().execute(),
  ).toEqual([])
})

test('[P4 §1] messages older than 365 days, and ones that were never visible, warn nobody', async () => {
  const [max, anna, beth, cara] = await members('Max', 'Anna', 'Beth', 'Cara')
  await max.call('POST /api/people-i-know', { addresses: [cara.email] })
  // A message of the same second might have been sent before.
  app.clock.advance(MINUTE)
  await write(max, anna, beth, cara)
  const id = await report(anna, max)
  const old = { ts: app.clock.now() - 365 * DAY }
  await app.db.updateTable('message').set(old).where('receiver_id', '=', beth.id).execute()
  expect(await warnCount(id)).toBe(1)
})

test('[P4 §1] a receiver who erases their account is forgotten', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna, beth)
  const id = await report(anna, max)
  await max.call('DELETE /api/account')
  await beth.call('DELETE /api/account')
  await app.jobsDone()
  expect(await warnCount(id)).toBe(1)
  await ban(id)
  await pass(WAIT)
  await anna.call('DELETE /api/account')
  await app.jobsDone()
  const left = async (table: 'safety_notice' | 'message_contact', column: 'banned_id' | 'sender_id') =>
    (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${max.id}`.execute(app.db)).rows
      .length
  expect(await left('safety_notice', 'banned_id')).toBe(0)
  expect(await left('message_contact', 'sender_id')).toBe(0)
})

test('only the receiver dismisses a notice, and never while impersonated', async () => {
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna)
  await ban(await report(anna, max))
  await pass(WAIT)
  const [notice] = await noticesOf(anna)
  expect(await beth.try('POST /api/safety-notice-seen', { id: notice?.id })).toEqual({
    status: 404,
    body: problemBody('notice.unknown'),
  })
  expect((await anna.call('GET /api/user')).unseen_notices).toBe(1)
  const { token } = await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason: 'Help' })
  const acting = Object.assign(anna.elsewhere(), { token })
  expect(await noticesOf(acting)).toHaveLength(1)
  expect((await acting.try('POST /api/safety-notice-seen', { id: notice?.id })).status).toBe(403)
  await anna.call('POST /api/safety-notice-seen', { id: notice?.id })
  expect((await anna.call('GET /api/user')).unseen_notices).toBe(0)
  expect(await noticesOf(anna)).toMatchObject([{ seen: true }])
})

test('the transparency report counts warnings and corrections, and the data download has them', async () => {
  app.clock.advance(MINUTE)
  const from = app.clock.now()
  const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
  await write(max, anna, beth)
  await ban(await report(anna, max))
  await pass(WAIT)
  await beth.call('DELETE /api/account')
  await lift(max)
  await deliver()
  const period = { from, to: app.clock.now() + 1 }
  const { warnings } = await app.admin.call('GET /api/admin/transparency', period)
  expect(warnings).toEqual({ sent: 2, corrected: 1 })
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${anna.token}`, 'x-email': anna.email },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const file = JSON.parse(strFromU8(files['safety-notices.json'] as Uint8Array))
  expect(file.warnings).toMatchObject([{ first_name: 'Max', withdrawn: expect.any(String) }])
})

test('[P4 §1] notices and records of contact are deleted after 365 days', async () => {
  const [max, ned, anna] = await members('Max', 'Ned', 'Anna')
  await write(max, anna)
  await write(ned, anna)
  await ned.call('DELETE /api/account')
  await ban(await report(anna, max))
  await pass(WAIT)
  const counts = async () =>
    Promise.all(
      (['safety_notice', 'safety_notice_run', 'message_contact'] as const).map(
        async (table) => (await app.db.selectFrom(table).selectAll().execute()).length,
      ),
    )
  expect(Math.min(...(await counts()))).toBeGreaterThan(0)
  app.clock.advance(366 * DAY)
  await app.server.jobs.runPeriodic('delete-retained')
  expect(await counts()).toEqual([0, 0, 0])
  app.clock.advance(-366 * DAY)
  expect(storedData.flatMap(({ stores }) => stores)).toContain('message_contact')
})

test('[P4 §1] 16 decisions, reversals and deliveries at the same moment in two processes', async () => {
  for (let n = 0; n < 4; n++) {
    const [max, anna, beth] = await members('Max', 'Anna', 'Beth')
    await write(max, anna, beth)
    const cases = [await report(anna, max), await report(beth, max)]
    await ban(cases[0] as number)
    app.clock.advance(WAIT)
    const run = () =>
      Promise.all([app.server, other.server].map(({ jobs }) => jobs.runPeriodic('send-safety-notices')))
    await Promise.all([run(), lift(max), run(), run()])
    await deliver()
    // A correction waits while its warning is being sent.
    await pass(MINUTE)
    // A correction follows exactly those warnings that left.
    for (const person of [anna, beth]) {
      const [warnings, notices] = [await mailed(person), await noticesOf(person)]
      expect(notices.every(({ withdrawn }) => withdrawn)).toBe(true)
      expect(warnings.filter((title) => title.startsWith('A correction'))).toHaveLength(notices.length)
      expect(warnings.filter((title) => title.startsWith('A warning')).length).toBeLessThanOrEqual(
        notices.length,
      )
    }
  }
})
