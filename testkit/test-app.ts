import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '@rosella/server/app'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { type Argon2Options, argon2Passwords } from '@rosella/server/platform/adapters/password-hash/argon2'
import { type Config, readConfig } from '@rosella/server/platform/config'
import type { Db } from '@rosella/server/platform/ports/database'
import PostalMime, { type Email } from 'postal-mime'
import { makePlaces } from '../tools/make-places.mjs'
import { cachedImages } from './image-cache'
import { jobsDone } from './jobs-done'
import { type NewMember, signUpAdmin, signUpPerson } from './members'
import { MovableClock } from './movable-clock'
import type { Person } from './person'
import { PUSH_HOST, type TestPushService } from './push-service'
import { redisUrl } from './services'
import type { TestSmtp } from './smtp-server'
import { strictLog } from './strict-log'
import { freshTemplatePostgres, openTemplatePglite } from './template-database'

export interface TestApp {
  url: string
  /** The server itself; tests should prefer its public calls. */
  server: App
  config: Config
  clock: MovableClock
  /** Only for checking counters. */
  db: Db
  admin: Person
  dataDir: string
  /** Signs up active members through the public calls, with approved photos if requested. */
  members(...wishes: (string | NewMember)[]): Promise<Person[]>
  /** All emails so far, including those being sent. */
  mail(): Promise<Email[]>
  /** Waits until all due jobs are done. */
  jobsDone(): Promise<void>
  /** Another process of the same site, with the same PostgreSQL and Redis. `change` may add faults before it listens. */
  second(change?: (http: App['http']) => void): Promise<{ url: string; server: App; close(): Promise<void> }>
  /** From now on the test expects error lines in the log. */
  expectErrors(): void
  logLines: readonly string[]
  close(): Promise<void>
}

export interface TestAppOptions {
  /** The default is TEST_ON, or else PGlite. */
  on?: 'pglite' | 'postgres'
  env?: Record<string, string>
  /** The cost of password hashing, for tests of that. */
  passwords?: Argon2Options
  /** The time limit of a statement, for tests on PostgreSQL that no statement runs long. */
  statementMs?: number
  /** Runs nothing on a timer, for tests that compare all stored data. */
  withoutSchedule?: boolean
  /** Also runs periodic jobs on their schedule; otherwise only when a test runs one. */
  periodicJobs?: boolean
  /** Switches push on, with this service. */
  push?: TestPushService
  /** Sends email there instead of to the embedded mailbox. */
  smtp?: TestSmtp
}

export const ADMIN_EMAIL = 'admin@rosella.test'

/** The real server on a free port, with an embedded database or with real PostgreSQL and Redis. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { on = process.env.TEST_ON, env = {}, passwords: cost, withoutSchedule, smtp, push } = options
  const { statementMs } = options
  await makePlaces()
  const dataDir = await mkdtemp(join(tmpdir(), 'rosella-test-'))
  const postgres = on === 'postgres' ? await freshTemplatePostgres() : undefined
  const prefix = `test-${dataDir.slice(-6)}`
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SITE_URL: 'https://rosella.test',
    ADMIN_EMAILS: ADMIN_EMAIL,
    TRUST_PROXY: '1',
    DEMO: '0',
    ...(postgres ? { DATABASE_URL: postgres.url, REDIS_URL: redisUrl(), REDIS_PREFIX: prefix } : {}),
    ...(smtp ? { SMTP_URL: smtp.url } : {}),
    ...(push ? { PUSH: '1', PUSH_HOSTS: PUSH_HOST } : {}),
    ...env,
  })
  const clock = new MovableClock()
  const { log, lines, unexpected, expectErrors } = strictLog()
  // Real argon2id at a low cost; the real cost is tested with the adapter.
  const passwords = argon2Passwords({ memoryKiB: 64, passes: 1, waiting: 10_000, ...cost })
  const print = () => {}
  const openLimited = (url: string) => (statementMs ? openPostgres(url, { statementMs }) : undefined)
  const database = await (postgres
    ? openLimited(postgres.url)
    : openTemplatePglite(join(dataDir, 'database')))
  const withoutPeriodicJobs = options.periodicJobs !== true
  const testbed = push?.testbed
  const overrides = { clock, log, passwords, print, withoutSchedule, withoutPeriodicJobs, push: testbed }
  const createServer = () => createApp(config, { ...overrides, images: cachedImages(), database })
  const server = await createServer()
  const url = (await server.listen()).replace('localhost', '127.0.0.1')
  const people: Person[] = []
  const mail = async () => {
    await jobsDone(server)
    return smtp ? smtp.emails() : readMail(join(dataDir, 'mail'))
  }
  const admin = await signUpAdmin({ url, email: ADMIN_EMAIL, mail })
  people.push(admin)

  return {
    url,
    server,
    config,
    clock,
    db: server.services.db,
    admin,
    dataDir,
    mail,
    jobsDone: () => jobsDone(server),
    expectErrors,
    logLines: lines,
    async members(...wishes) {
      const made: Person[] = []
      for (const wish of wishes) {
        made.push(await signUpPerson(url, typeof wish === 'string' ? { username: wish } : wish, admin))
      }
      people.push(...made)
      // The sign-up emails have been sent before the test continues.
      await jobsDone(server)
      return made
    },
    async second(change) {
      const other = await createServer()
      change?.(other.http)
      const otherUrl = (await other.listen()).replace('localhost', '127.0.0.1')
      return { url: otherUrl, server: other, close: () => other.close() }
    },
    async close() {
      for (const person of people) person.disconnect()
      await server.close()
      await database?.close()
      await postgres?.drop()
      await rm(dataDir, { recursive: true, force: true })
      const noise = unexpected()
      if (noise.length > 0) throw new Error(`The server logged unexpected errors:\n${noise.join('')}`)
    },
  }
}

async function readMail(dir: string): Promise<Email[]> {
  const files = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))))
}
