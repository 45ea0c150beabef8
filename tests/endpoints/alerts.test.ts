import { rename } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { type AlertTrial, readAlerts, type Scrape, tryAlerts } from '@rosella/testkit/promtool'
import { openPushService, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { RedisServer } from '@rosella/testkit/redis-server'
import { selfSigned } from '@rosella/testkit/self-signed'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const HOUR = 3600
const MAX_REPLY_MS = 1000
const hasCertificate = /^rosella_certificate_expires_seconds -?\d/m

/** Needs a supervisor; tried in tests/e2e/processes.test.ts. */
const ofWorkers = ['RosellaWorkerMissing', 'RosellaWorkerCrashes']

let postgres: PostgresServer
let redis: RedisServer
let smtp: TestSmtp
let push: TestPushService
let tls: Server
let app: TestApp
let anna: Person
let ben: Person
/** While everything works. */
let well: Scrape
const trials: AlertTrial[] = []

/** A server whose certificate is valid for so many days. */
async function openTls(days: number): Promise<Server> {
  const server = createServer(selfSigned(['localhost'], days))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const urlOf = (server: Server) => `https://localhost:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  postgres = await PostgresServer.start()
  redis = await RedisServer.start({ persistent: false })
  smtp = await openTestSmtp()
  push = await openPushService()
  tls = await openTls(90)
  const env = {
    METRICS_TOKEN: 'metrics-token',
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '5',
    REDIS_URL: redis.url,
    // Nothing can be written there.
    BACKUP_DIR: '/dev/null/backups',
    SITE_URL: urlOf(tls),
  }
  app = await openTestApp({ on: 'postgres', env, smtp, push })
  app.expectErrors()
  ;[anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await confirmAddresses(app, anna, ben)
  const { subscription } = push.browser()
  await anna.call('POST /api/push-subscription', { subscription })
  await anna.call('POST /api/settings-auto-save', { key: 'notify_messages', value: 'push' })
  // The clock is the real one, so that the tests may run at night.
  await anna.call('POST /api/settings-auto-save', { key: 'quiet_from', value: '' })
  // The certificate is read in the background.
  await vi.waitUntil(async () => hasCertificate.test((await scrape()) ?? ''), { timeout: 10_000 })
  well = await scrape()
})
afterAll(async () => {
  postgres?.resume()
  await app?.close()
  await postgres?.remove()
  await redis?.remove()
  await smtp?.close()
  await push?.close()
  tls?.close()
})

async function scrape(url: unknown = app.url): Promise<Scrape> {
  const headers = { authorization: 'Bearer metrics-token' }
  const response = await fetch(`${url}/metrics`, { headers }).catch(() => undefined)
  return response?.text()
}

const fires = (alert: string, fault: Scrape, before = well): void => {
  trials.push({ alert, well: before, fault })
}

const isLate = (seconds: number) => app.clock.advance(seconds)
const system = () => app.admin.call('GET /api/admin/system')

test('calls are refused, and the event loop is blocked', async () => {
  const refused = () =>
    fetch(`${app.url}/api/check-email?email=nobody@rosella.test`, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
  for (let refusals = 0; refusals < 40; ) if ((await refused()).status === 429) refusals++
  fires('RosellaTooManyRequests', await scrape())
  let calm: Scrape
  const readLag = async () => {
    calm = await scrape()
    return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(calm ?? '')?.[1])
  }
  await expect.poll(readLag, { interval: 200, timeout: 30_000 }).toBeLessThan(0.1)
  for (let times = 0; times < 4; times++) {
    const until = performance.now() + 600
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  fires('RosellaEventLoopBlocked', await scrape(), calm)
})

test('PostgreSQL hangs: metrics are still served within a second, and calls wait for connections', async () => {
  postgres.pause()
  const waiting = Array.from({ length: 8 }, () => anna.try('GET /api/users').catch(() => {}))
  try {
    await scrape()
    // The ping gives up after two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const began = performance.now()
    const hanging = await scrape()
    expect(performance.now() - began).toBeLessThan(MAX_REPLY_MS)
    expect(hanging).toContain('rosella_http_request_seconds_count{')
    fires('RosellaPartDown', hanging)
    fires('RosellaDatabaseTooSmall', hanging)
  } finally {
    postgres.resume()
    await Promise.all(waiting)
  }
})

test('PostgreSQL crashes, and calls fail', async () => {
  await postgres.crash()
  for (let calls = 0; calls < 5; calls++) await anna.try('GET /api/users').catch(() => {})
  fires('RosellaErrors', await scrape())
  await postgres.start()
  await expect.poll(async () => (await anna.try('GET /api/users')).status, { timeout: 20_000 }).toBe(200)
})

test('Redis is lost and comes back empty', async () => {
  const before = await scrape()
  await redis.kill()
  await expect.poll(scrape, { timeout: 20_000 }).toContain('rosella_part_up{part="events"} 0')
  fires('RosellaEventsDown', await scrape())
  await redis.start()
  await expect.poll(scrape, { timeout: 20_000 }).toContain('rosella_part_up{part="events"} 1')
  await expect
    .poll(async () => Number(/rosella_event_gaps_total\{.*\} (\d+)/.exec((await scrape()) ?? '')?.[1]))
    .toBeGreaterThan(0)
  fires('RosellaEventsMissed', await scrape(), before)
})

test('emails and pushes are refused', async () => {
  const [ok, later, never] = (await app.members('Carl', 'Dora', 'Emma')) as [Person, Person, Person]
  const before = await scrape()
  const forgot = ({ email }: Person) => ok.try('POST /api/request-access', { email, kind: 'link' })
  smtp.answer(later.email, 451)
  smtp.answer(never.email, 550)
  push.answer = 500
  await forgot(later)
  await forgot(never)
  await say(await ben.socket(), anna, 'Hello')
  isLate(2)
  await app.jobsDone()
  await expect.poll(async () => (await system()).dead, { timeout: 20_000 }).toHaveLength(1)
  const refused = await scrape()
  fires('RosellaJobsGivenUp', refused, before)
  fires('RosellaMailFails', refused, before)
  fires('RosellaPushFails', refused, before)
  push.answer = 201
  // The one that is retried has been due since its first attempt.
  isLate(20 * 60)
  await app.jobsDone()
  const retried = await scrape()
  fires('RosellaNoEmail', retried, retried?.replace(/(state="email"\}) \d+/, '$1 0'))
})

test('the mail server refuses our password, and emails are paused for hours', async () => {
  smtp.take({ sender: false })
  await ben.try('POST /api/request-access', { email: ben.email, kind: 'link' })
  await app.jobsDone()
  expect((await system()).paused).toHaveLength(1)
  await app.server.configHealth.check()
  await app.server.jobs.wake()
  fires('RosellaConfigurationFault', (await scrape())?.replace(/(fault\{part="mail"\}) 0/, '$1 1'))
  isLate(7 * HOUR)
  await app.jobsDone()
  fires('RosellaJobsStuck', await scrape())
  smtp.take({ sender: true })
})

test('nothing takes a job, and scheduled work fails', async () => {
  const now = app.clock.now()
  await app.db
    .insertInto('job')
    .values({ kind: 'of-a-later-version', run_ts: now - 1200, created_ts: now - 1200 })
    .execute()
  fires('RosellaJobsLate', await scrape())
  await app.db.deleteFrom('job').where('kind', '=', 'of-a-later-version').execute()

  const photos = join(app.dataDir, 'photos')
  await rename(photos, `${photos}-away`)
  await app.server.jobs.runPeriodic('log-revocations')
  fires('RosellaScheduleFails', await scrape())
  await rename(`${photos}-away`, photos)

  await app.server.services.photos.writeNote('site', 'the mark of another database')
  await app.server.jobs.runPeriodic('delete-orphan-photos')
  fires('RosellaPhotoCleanupWaits', await scrape())
})

test('backups fail, the index is old, and moderators are late', async () => {
  await app.server.jobs.runPeriodic('scheduled-backup')
  fires('RosellaBackupFailed', await scrape())
  // A backup whose folder is gone.
  const run = { due_ts: 1, started_ts: 1, ended_ts: 1, state: 'done', folder: '/dev/null/lost' } as const
  await app.db.insertInto('backup_run').values(run).execute()
  await app.server.jobs.runPeriodic('rehearse-restore')
  fires('RosellaRehearsalFailed', await scrape())
  await app.db.deleteFrom('backup_run').where('due_ts', '=', 1).execute()
  await anna.call('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Under 18' })
  await app.db.updateTable('report').set({ severity: 3 }).execute()
  isLate(10 * 24 * HOUR)
  const late = await scrape()
  for (const alert of [
    'RosellaBackupOld',
    'RosellaRehearsalOld',
    'RosellaIndexOutdated',
    // The site's clock is ten days ahead of the machine's.
    'RosellaClockJumped',
    'RosellaReportsWait',
    'RosellaUrgentCaseWaits',
  ])
    fires(alert, late)
})

test('another machine without backups, with a full disk, a lost replica and an old certificate', async () => {
  const expiring = await openTls(3)
  const { config } = app
  const { database } = config
  Object.assign(config, {
    // A file system without space.
    backups: undefined,
    dataDir: '/proc',
    site: { ...config.site, url: urlOf(expiring) },
    database: { ...database, replicaUrl: 'postgres://nobody@127.0.0.1:9/none' },
  })
  const other = await app.second()
  try {
    await expect.poll(() => scrape(other.url), { timeout: 20_000 }).toMatch(hasCertificate)
    const fault = await scrape(other.url)
    for (const alert of [
      'RosellaNoBackup',
      'RosellaCertificateExpires',
      'RosellaDiskFull',
      'RosellaReplicaUnused',
    ])
      fires(alert, fault)
  } finally {
    await other.close()
    expiring.close()
  }
})

test('every alert fires on the samples of its fault and is silent on those of a site that is well', () => {
  fires('RosellaDown', undefined)
  fires('RosellaNoMetrics', '')
  // As after restarts at intervals: the start times differ, beginning with the real one.
  const restarted = (seconds: number) =>
    well
      ?.replace('process_start_time_seconds gauge', 'process_start_time_seconds counter')
      .replace(/^(process_start_time_seconds) (\d+).*$/m, (_, name, at) => `${name} ${Number(at) + seconds}`)
  fires('RosellaRestartsOften', restarted(300), restarted(0))
  tryAlerts(trials)
  const tried = new Set([...trials.map(({ alert }) => alert), ...ofWorkers])
  expect([...readAlerts().keys()].filter((alert) => !tried.has(alert))).toEqual([])
})
