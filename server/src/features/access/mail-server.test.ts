import { mailedKey } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let smtp: TestSmtp
let app: TestApp
beforeAll(async () => {
  smtp = await openTestSmtp()
  app = await openTestApp({ on: 'postgres', smtp })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
afterEach(() => app.clock.stand(undefined))

const one = async (name: string) => (await app.members(name))[0] as Person
const emailsTo = async (address: string) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === address).length
const system = () => app.admin.call('GET /api/admin/system')
const ask = (email: string) => app.admin.elsewhere().try('POST /api/request-access', { email, kind: 'link' })

describe('a mail server that refuses', () => {
  test('a permanent refusal (5xx) of a recipient does not fail the call, is tried once, and is shown to admins', async () => {
    const anna = await one('Anna')
    smtp.answer(anna.email, 550)
    expect(await ask(anna.email)).toEqual({ status: 200, body: {} })
    await app.jobsDone()
    const { jobs, dead } = await system()
    expect(jobs).toMatchObject({ waiting: 0, running: 0, dead: 1 })
    expect(dead).toMatchObject([
      { kind: 'access-mail', tries: 1, last_error: 'The mail server replied 550 to RCPT TO.' },
    ])
    app.clock.advance(86_400)
    await app.jobsDone()
    // Once at sign-up and once since.
    expect(smtp.asked(anna.email)).toBe(2)

    // Once it is fixed, an admin can retry it; the retry creates a new key.
    smtp.answer(anna.email, undefined)
    const id = dead[0]?.id
    expect((await app.admin.try('POST /api/admin/job-retry', { id })).status).toBe(200)
    expect(await emailsTo(anna.email)).toBe(2)
    expect((await system()).dead).toEqual([])
    expect(await app.admin.try('POST /api/admin/job-retry', { id })).toMatchObject({ status: 404 })
    const { items } = await app.admin.call('GET /api/admin/audit')
    expect(items[0]).toMatchObject({ action: 'job.retry', after: { id, kind: 'access-mail' } })
  })

  test('an invitation to a refused address stores account and email together or neither, and is never a 500', async () => {
    const invite_email = 'nobody@elsewhere.test'
    smtp.answer(invite_email, 550)
    expect((await app.admin.try('POST /api/admin/invite', { invite_email })).status).toBe(200)
    await app.jobsDone()
    expect((await system()).dead).toMatchObject([{ kind: 'access-mail' }])
    // The account is complete: once the address works the invited member can log in.
    smtp.answer(invite_email, undefined)
    const id = (await system()).dead[0]?.id
    await app.admin.call('POST /api/admin/job-retry', { id })
    const mail = (await app.mail()).findLast(({ to }) => to?.[0]?.address === invite_email)
    const hash = /hash=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1]
    const guest = app.admin.elsewhere()
    expect((await guest.try('POST /api/login', { email: invite_email, hash })).status).toBe(200)
    // When it is refused, nothing is stored.
    const again = await app.admin.try('POST /api/admin/invite', { invite_email })
    expect([again.status, (await system()).jobs.waiting]).toEqual([403, 0])
  })

  test('“Try all again” sends every email that was given up, once', async () => {
    const people = (await app.members('Ivy', 'Jack')) as Person[]
    for (const { email } of people) {
      smtp.answer(email, 554)
      await ask(email)
    }
    await app.jobsDone()
    expect((await system()).jobs.dead).toBe(2)
    for (const { email } of people) smtp.answer(email, undefined)
    await app.admin.call('POST /api/admin/job-retry', { id: null })
    for (const { email } of people) expect(await emailsTo(email)).toBe(2)
    expect((await system()).dead).toEqual([])
    const { items } = await app.admin.call('GET /api/admin/audit')
    expect(items[0]).toMatchObject({ action: 'job.retry', after: { jobs: 2 } })
  })

  test('a temporary refusal (4xx) is retried after a pause, and the email arrives once', async () => {
    const ben = await one('Ben')
    smtp.answer(ben.email, 451)
    app.clock.stand(app.clock.now())
    expect((await ask(ben.email)).status).toBe(200)
    await app.jobsDone()
    expect([smtp.asked(ben.email), (await system()).jobs]).toEqual([
      2,
      // It has been due since before its first attempt.
      { waiting: 1, running: 0, dead: 0, oldest_due_ts: app.clock.now() },
    ])
    smtp.answer(ben.email, undefined)
    app.clock.stand(app.clock.now() + 5)
    expect(await emailsTo(ben.email)).toBe(2)
    app.clock.stand(app.clock.now() + 3600)
    expect(await emailsTo(ben.email)).toBe(2)
  })

  test('[D §3] an email that waits for one address is not sent to the next address', async () => {
    const finn = await one('Finn')
    const [away, victim] = ['away@elsewhere.test', 'victim@elsewhere.test']
    const moveTo = async (new_email: string) => {
      const { token } = await finn.call('POST /api/change-email', { new_email, password: finn.password })
      Object.assign(finn, { email: new_email, token })
    }
    smtp.answer(away, 451)
    app.clock.stand(app.clock.now())
    await moveTo(away)
    await finn.call('POST /api/request-access', { email: away, kind: 'link' })
    await app.jobsDone()
    await moveTo(victim)
    smtp.answer(away, undefined)
    app.clock.stand(app.clock.now() + 3600)
    // The confirmation link. The old address was never confirmed, so it gets no notice.
    expect([await emailsTo(victim), await emailsTo(away)]).toEqual([1, 0])
  })

  test('neither the log nor a job contains addresses or keys', async () => {
    const cleo = await one('Cleo')
    smtp.answer(cleo.email, 451)
    await cleo.call('POST /api/forgot-password', { email: cleo.email })
    await app.jobsDone()
    const rows = await app.db.selectFrom('job').where('kind', '=', 'access-mail').selectAll().execute()
    expect(rows).toMatchObject([{ payload: { member_id: cleo.id, key: 'password' } }])
    expect(Object.keys(rows[0]?.payload as object).sort()).toEqual(['address_hash', 'key', 'member_id'])
    expect(JSON.stringify(rows)).not.toContain(cleo.email)
    smtp.answer(cleo.email, undefined)
    const key = await mailedKey(app, cleo, 'link')
    const failures = app.logLines.filter((line) => line.includes('job failed'))
    expect(failures).not.toEqual([])
    for (const line of app.logLines) {
      expect(line).not.toContain(cleo.email)
      expect(line).not.toContain(key)
    }
  })
})

test('a slow mail server delays no call, and the emails are sent later', async () => {
  const dora = await one('Dora')
  let go = () => {}
  smtp.hold(
    new Promise<void>((resolve) => {
      go = resolve
    }),
  )
  const before = (await smtp.emails()).length
  const answers = [
    await dora.try('POST /api/request-access', { email: dora.email, kind: 'code' }),
    await dora.try('POST /api/verify-email'),
    await dora.try('POST /api/forgot-password', { email: dora.email }),
    await app.admin.try('POST /api/admin/invite', { invite_email: 'slow@rosella.test' }),
    await dora.try('POST /api/change-email', { new_email: 'dora@elsewhere.test', password: dora.password }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  // All calls have returned, and no email has been accepted yet.
  expect((await smtp.emails()).length).toBe(before)
  go()
  const emailCounts = new Map<string, number>()
  for (const { to } of await app.mail()) {
    const address = to?.[0]?.address ?? ''
    emailCounts.set(address, (emailCounts.get(address) ?? 0) + 1)
  }
  // The email at sign-up; those still queued for the old address are never sent.
  const countOf = (address: string) => emailCounts.get(address) ?? 0
  expect(countOf(dora.email)).toBeGreaterThanOrEqual(1)
  expect(countOf(dora.email)).toBeLessThanOrEqual(4)
  expect(countOf('dora@elsewhere.test')).toBe(1)
  expect(countOf('slow@rosella.test')).toBe(1)
})

test('an unreachable mail server delays no call either, and the email waits', async () => {
  const eve = await one('Eve')
  await smtp.close()
  app.clock.stand(app.clock.now())
  expect((await ask(eve.email)).status).toBe(200)
  await app.jobsDone()
  const [job] = await app.db
    .selectFrom('job')
    .where('kind', '=', 'access-mail')
    .orderBy('id', 'desc')
    .select(['tries', 'died_ts', 'last_error'])
    .execute()
  expect(job).toEqual({ tries: 1, died_ts: null, last_error: expect.stringMatching(/^Error E[A-Z]+$/) })
})

test('emails above SMTP_PER_MINUTE wait without a failed attempt', async () => {
  const own = await openTestSmtp()
  const limited = await openTestApp({ on: 'postgres', smtp: own, env: { SMTP_PER_MINUTE: '2' } })
  try {
    // The admin's email at sign-up was the first of this minute.
    await limited.members('Kai', 'Lea', 'Mia')
    const waiting = await limited.db
      .selectFrom('job')
      .where('kind', '=', 'access-mail')
      .select(['tries', 'last_error', 'run_ts'])
      .execute()
    expect(waiting).toHaveLength(2)
    for (const job of waiting) {
      expect(job).toMatchObject({ tries: 0, last_error: null })
      expect(job.run_ts - limited.clock.now()).toBeGreaterThan(30)
    }
  } finally {
    await limited.close()
    await own.close()
  }
})
