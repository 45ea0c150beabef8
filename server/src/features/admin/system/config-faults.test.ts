import { type BucketMood, openBucket } from '@rosella/testkit/bucket'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectionShortage } from './config-health'

let smtp: TestSmtp
let bucket: Awaited<ReturnType<typeof openBucket>>
let app: TestApp
let anna: Person
beforeAll(async () => {
  smtp = await openTestSmtp()
  bucket = await openBucket()
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...env } = bucket.env
  vi.stubEnv('AWS_ACCESS_KEY_ID', AWS_ACCESS_KEY_ID)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', AWS_SECRET_ACCESS_KEY)
  app = await openTestApp({ on: 'postgres', env, smtp: { ...smtp, url: smtp.urlWithLogIn } })
  anna = (await app.members('Anna'))[0] as Person
  await app.server.configHealth.check()
})
afterAll(async () => {
  await app.close()
  await bucket.close()
  await smtp.close()
  vi.unstubAllEnvs()
})
afterEach(() => app.clock.stand(undefined))

const system = () => app.admin.call('GET /api/admin/system')
const check = () => app.server.configHealth.check()
/** Ignores the disk, which is the machine's own, and jobs, which run only when a test says so. */
const warnings = async () =>
  (await system()).warnings.filter(({ part }) => part !== 'disk' && part !== 'jobs')
const emailsTo = async ({ email }: Person) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === email).length
const askForLink = (email: string) =>
  app.admin.elsewhere().try('POST /api/request-access', { email, kind: 'link' })

test('warns if workers and pools may need more connections than PostgreSQL allows', async () => {
  expect(await connectionShortage(app.db, { processes: 1, pool: 10 })).toBeUndefined()
  expect(await connectionShortage(app.db, { processes: 400, pool: 10 })).toMatch(
    /^400 processes and another one during a reload with DATABASE_POOL=10 may need 4012 connections, but PostgreSQL allows \d+\./,
  )
})

test('a check leaves no listener behind', async () => {
  const add = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const remove = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  // The checks themselves may use signals too, so only the one of the site counts.
  await check()
  await check()
  const uses = new Map<unknown, number>()
  for (const signal of add.mock.contexts) uses.set(signal, (uses.get(signal) ?? 0) + 1)
  const [shared] = [...uses].sort(([, a], [, b]) => b - a)[0] ?? []
  const removed = remove.mock.contexts.filter((signal) => signal === shared)
  expect(uses.get(shared)).toBe(4)
  expect(removed).toHaveLength(4)
  add.mockRestore()
  remove.mockRestore()
})

test('has no warnings if everything works', async () => {
  expect(await warnings()).toEqual([])
})

describe('a mail server that rejects our password', () => {
  const words = 'The mail server rejected our user name and password. Check SMTP_URL (EAUTH 535).'

  test('is reported in the log and in the admin area until it accepts it', async () => {
    smtp.take({ logIns: false })
    await check()
    expect(await warnings()).toEqual([{ part: 'mail', words, paused: 0 }])
    const logged = () => app.logLines.filter((line) => line.includes('configuration fault (mail)'))
    expect(logged()).toHaveLength(1)
    expect(logged()[0]).toContain('Check SMTP_URL')
    await check()
    expect(logged()).toHaveLength(1)
    smtp.take({ logIns: true })
    await check()
    expect(await warnings()).toEqual([])
  })
})

describe('a mail server that does not let us send', () => {
  const words =
    'The mail server does not let us send from this address. Check MAIL_FROM and SMTP_URL (EENVELOPE 550).'

  test('the call succeeds, the email is kept for as long as it takes, and Retry sends it', async () => {
    smtp.take({ sender: false })
    const before = await emailsTo(anna)
    expect(await askForLink(anna.email)).toEqual({ status: 200, body: {} })
    for (let hours = 0; hours < 30; hours++) {
      await app.jobsDone()
      app.clock.advance(3600)
    }
    await app.jobsDone()
    const { jobs, paused, dead } = await system()
    expect(dead).toEqual([])
    expect(jobs).toMatchObject({ waiting: 1, dead: 0 })
    expect(paused).toMatchObject([{ kind: 'access-mail', last_error: words }])
    expect(await warnings()).toEqual([{ part: 'mail', words, paused: 1 }])
    // Long pauses, so that a server that locks out failing clients is left alone.
    expect((paused[0]?.run_ts ?? 0) - app.clock.now()).toBeGreaterThan(1000)

    smtp.take({ sender: true })
    await app.admin.call('POST /api/admin/job-retry', { id: paused[0]?.id })
    expect(await emailsTo(anna)).toBe(before + 1)
    expect(await warnings()).toEqual([])
    expect((await system()).paused).toEqual([])
  })

  test('a test email reaches the admin, or reports the error of the mail server', async () => {
    const { email } = app.admin
    const testEmails = async () =>
      (await app.mail()).filter(({ subject }) => subject === 'A test email from Rosella').length
    smtp.answer(email, 554)
    expect(await app.admin.call('POST /api/admin/test-email', {})).toEqual({
      sent: false,
      words: 'The mail server replied 554 to RCPT TO.',
    })
    smtp.answer(email, undefined)
    expect(await app.admin.call('POST /api/admin/test-email', {})).toMatchObject({ sent: true })
    expect(await testEmails()).toBe(1)
    const { opening } = await system()
    expect(Object.fromEntries(opening.map(({ what, ok }) => [what, ok]))).toMatchObject({
      ...{ name: false, address: true, legal: false, database: true, email: true, backup: false },
      ...{ alerts: false, staff: false },
    })
  })

  test('the first email that is sent releases the others', async () => {
    const [ben, cleo] = (await app.members('Ben', 'Cleo')) as [Person, Person]
    smtp.take({ sender: false })
    for (const { email } of [ben, cleo]) await askForLink(email)
    await app.jobsDone()
    const { paused } = await system()
    expect(paused).toHaveLength(2)
    smtp.take({ sender: true })
    await app.admin.call('POST /api/admin/job-retry', { id: paused[0]?.id })
    await app.jobsDone()
    // The first email was sent at sign-up.
    await expect.poll(() => emailsTo(ben)).toBe(2)
    await expect.poll(() => emailsTo(cleo)).toBe(2)
  })

  test('a check that finds it fixed runs the paused jobs immediately', async () => {
    const [dora] = (await app.members('Dora')) as [Person]
    smtp.take({ sender: false, logIns: false })
    await check()
    await askForLink(dora.email)
    await app.jobsDone()
    expect(await warnings()).toMatchObject([{ part: 'mail', paused: 1 }])
    smtp.take({ sender: true, logIns: true })
    await check()
    await app.jobsDone()
    expect(await emailsTo(dora)).toBe(2)
    expect(await warnings()).toEqual([])
  })
})

describe('a bucket', () => {
  test.each([
    ['forbidding', 'refused access (AccessDenied)'],
    ['gone', 'There is no bucket rosella-photos'],
  ] satisfies [BucketMood, string][])(
    'that is %s is reported as a fault and not as a 503, until it is fixed',
    async (mood, words) => {
      bucket.be(mood)
      const refused = await anna.tryUpload(await testPhoto(1))
      expect(refused).toEqual({ status: 500, body: problemBody('misconfigured') })
      await check()
      expect(await warnings()).toEqual([{ part: 'photos', words: expect.stringContaining(words), paused: 0 }])

      // A temporary failure is still a 503 and doesn't clear a warning.
      bucket.be('failing')
      expect((await anna.tryUpload(await testPhoto(1))).status).toBe(503)
      await check()
      expect(await warnings()).toHaveLength(1)

      bucket.be('well')
      await check()
      expect(await warnings()).toEqual([])
      expect((await anna.tryUpload(await testPhoto(1))).status).toBe(200)
    },
    60_000,
  )
})

test('the site starts despite a configuration fault and reports it', async () => {
  smtp.take({ logIns: false })
  bucket.be('forbidding')
  const other = await app.second()
  try {
    await expect.poll(() => other.server.configHealth.faults().length, { timeout: 10_000 }).toBe(2)
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
  } finally {
    smtp.take({ logIns: true })
    bucket.be('well')
    await other.close()
  }
})
