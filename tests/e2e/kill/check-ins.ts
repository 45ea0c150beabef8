import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { instantAt } from '@rosella/contract/admin/site-days'
import { answerCheckIn, saveCheckIn } from '@rosella/server/features/dates/check-ins'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { migrate } from '@rosella/server/platform/database/migrate'
import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import { endProcess } from '@rosella/testkit/child-process'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { sql } from 'kysely'

/**
 * Check-ins whose deadlines surround a clock change, while processes and PostgreSQL are killed and the mail server is
 * slow. The clock runs at its normal speed, because the deadlines are in seconds.
 */
export interface CheckInPlan {
  dates: number
  /** Seconds in which the deadlines of a clock change are spread. */
  seconds: number
  changes: readonly ClockChange[]
}

export interface ClockChange {
  zone: string
  /** A local time just before the change. */
  before: string
  /** Zones without the change at that moment get check-ins too. */
  others: readonly string[]
}

/** 2026 and 2027: every rule for daylight saving in Australia, in both directions. */
export const clockChanges: readonly ClockChange[] = [
  {
    zone: 'Australia/Sydney',
    before: '2026-10-04T01:59:30Z',
    others: ['Australia/Brisbane', 'Australia/Hobart'],
  },
  {
    zone: 'Australia/Adelaide',
    before: '2026-10-04T01:59:30Z',
    others: ['Australia/Darwin', 'Australia/Perth'],
  },
  { zone: 'Australia/Lord_Howe', before: '2026-10-04T01:59:30Z', others: ['Australia/Melbourne'] },
  {
    zone: 'Australia/Sydney',
    before: '2027-04-04T02:59:30Z',
    others: ['Australia/Eucla', 'Australia/Canberra'],
  },
  { zone: 'Australia/Adelaide', before: '2027-04-04T02:59:30Z', others: ['Australia/Broken_Hill'] },
  { zone: 'Australia/Lord_Howe', before: '2027-04-04T01:59:30Z', others: ['Australia/Lindeman'] },
]

export interface CheckInVerdict {
  dates: number
  answered: number
  alerted: number
  missed: number
  /** Handed to the mail server after an "I'm OK" had been acknowledged. */
  afterOk: number
  late: number
  slowest: number
  copies: number
  kills: number
  crashes: number
}

const PROCESSES = 3
/** Check-ins that are saved concurrently. */
const AT_ONCE = 8
const GRACE = 15
const LATE_SECONDS = 60
const home = new URL('../../../server/src/', import.meta.url).href

/** A process that runs the jobs of alarms, and prints each email when it hands it to the mail server. */
const worker = (url: string, smtp: string) => `
  import { openPostgres } from '${home}platform/adapters/database/postgres.ts'
  import { openMemoryBus } from '${home}platform/adapters/event-bus/memory.ts'
  import { openSmtpMailer } from '${home}platform/adapters/mailer/smtp.ts'
  import { JobRunner } from '${home}platform/jobs/job-runner.ts'
  import { advanceCheckIn } from '${home}features/dates/check-ins.ts'
  import { sendContactEmail } from '${home}features/dates/contacts.ts'
  let offset = 0
  const clock = { now: () => Math.floor(Date.now() / 1000) + offset }
  const open = async () => {
    for (;;) try { return await openPostgres('${url}', { connectMs: 2000 }) } catch { await new Promise((go) => setTimeout(go, 300)) }
  }
  const { db } = await open()
  const log = { warn() {}, debug() {} }
  const smtp = openSmtpMailer({ url: '${smtp}', from: 'Rosella <noreply@rosella.test>' })
  const mailer = { ...smtp, send(mail) { console.log(JSON.stringify({ to: mail.to.address, id: mail.id, at: Date.now() })); return smtp.send(mail) } }
  const site = { name: 'Rosella', url: 'https://rosella.test', contact: 'help@rosella.test', adminEmails: [] }
  const deps = { db, bus: openMemoryBus({ onError() {} }), clock, log, site, mailer, contactSecret: Buffer.alloc(32, 7) }
  const runner = new JobRunner(deps)
  const alarm = { concurrency: 8, tries: 100000, leaseSeconds: 8, firstPause: 1, longestPause: 5 }
  runner.register('check-in', advanceCheckIn(deps), alarm)
  runner.register('contact-mail', sendContactEmail(deps), alarm)
  const given = new Promise((go) => process.once('message', go))
  console.log('ready')
  offset = await given
  for (;;) try { await runner.start(); break } catch { await new Promise((go) => setTimeout(go, 300)) }
  setInterval(() => {}, 1000)`

interface Handed {
  to: string
  id: string
  at: number
}

export async function simulateCheckIns({ dates, seconds, changes }: CheckInPlan): Promise<CheckInVerdict> {
  const postgres = await PostgresServer.start()
  const smtp = await openTestSmtp()
  const total: CheckInVerdict = {
    ...{ dates: 0, answered: 0, alerted: 0, missed: 0, afterOk: 0, late: 0, slowest: 0, copies: 0 },
    ...{ kills: 0, crashes: 0 },
  }
  try {
    const empty = await openPostgres(postgres.url)
    await migrate(empty)
    await empty.close()
    for (const change of changes) {
      const count = Math.ceil(dates / changes.length)
      await runChange({ postgres, smtpUrl: smtp.url, hold: smtp.hold }, change, { count, seconds }, total)
    }
  } finally {
    await postgres.remove()
    await smtp.close()
  }
  return total
}

interface Servers {
  postgres: PostgresServer
  smtpUrl: string
  hold: (until: Promise<unknown>) => void
}

async function runChange(
  { postgres, smtpUrl, hold }: Servers,
  { zone, before, others }: ClockChange,
  { count, seconds }: { count: number; seconds: number },
  total: CheckInVerdict,
): Promise<void> {
  const database = await openPostgres(postgres.url, { connectMs: 2000 })
  const { db } = database
  // The limit of requests to contacts is not the subject here.
  const rateLimits = { hit: async () => ({ allowed: true, waitSeconds: 0 }) } as never
  const changeAt = instantAt(Date.parse(before) / 1000, zone)
  // Set when the processes are ready, so that the deadlines surround the change however slow the machine is.
  let offset: number | undefined
  const clock = { now: () => Math.floor(Date.now() / 1000) + (offset ?? 0) }
  const bus = openMemoryBus<LiveEvent>({ onError: () => {} })
  const deps = { db, bus, clock, rateLimits, contactSecret: Buffer.alloc(32, 7) }
  const first = changeAt - Math.floor(seconds / 2)
  const zones = [zone, ...others]

  const members = await makeMembers(db, Math.ceil(count / 10), zones)
  const made: { id: number; member: number; email: string; due: number; kind: number }[] = []
  const save = async (n: number) => {
    const member = members[n % members.length] as { id: number; email: string }
    // In the middle of the alert's second, a tenth exactly together.
    const due = first + (n % 10 === 0 ? Math.floor(seconds / 2) : Math.floor((n / count) * seconds))
    const end_ts = due - GRACE * 60
    const email = `contact-${zone.slice(10, 14)}-${changeAt}-${n}@elsewhere.test`
    const input = { at_ts: end_ts - 3600, end_ts, grace: GRACE, contacts: [{ name: 'Rosa', email }] }
    // The clock of the member is earlier than that of the deadlines.
    const saving = { ...deps, clock: { now: () => end_ts - 1800 } }
    const { id } = await saveCheckIn(saving, member, { ...input, name: 'Max', place: 'Cafe' })
    made.push({ id, member: member.id, email, due, kind: n % 5 })
  }
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, more) => save(n + more)))
  await db.deleteFrom('job').where('kind', '=', 'contact-mail').execute()
  await db
    .updateTable('check_in_contact')
    .set({ state: 'confirmed' })
    .where('state', '=', 'waiting')
    .execute()

  const handed = new Map<string, Handed[]>()
  const children: ChildProcess[] = []
  const ready = new Set<number>()
  const start = (place: number) => {
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e']
    const child = spawn(process.execPath, [...args, worker(postgres.url, smtpUrl)], {
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    children[place] = child
    ready.delete(place)
    createInterface(child.stdout as Readable).on('line', (line) => {
      if (line === 'ready') {
        ready.add(place)
        if (offset !== undefined) child.send(offset)
        return
      }
      const one = JSON.parse(line) as Handed
      if (one.id.includes('-alert-')) handed.set(one.to, [...(handed.get(one.to) ?? []), one])
    })
  }
  for (let place = 0; place < PROCESSES; place++) start(place)
  const last = Math.max(...made.map(({ due }) => due))
  while (ready.size < PROCESSES) await sleep(100)
  const begun = first - 3 - Math.floor(Date.now() / 1000)
  offset = begun
  for (const child of children) child.send(begun)
  let isOver = false
  const disasters = (async () => {
    while (clock.now() < first - 2 && !isOver) await sleep(100)
    for (let n = 0; !isOver; n++) {
      await sleep(2000 + Math.random() * 3000)
      if (isOver) return
      if (n % 4 === 3) {
        await postgres.crash()
        await postgres.start()
        total.crashes++
      } else {
        // Two at least are running: a site that only restarts sends nothing.
        const places = [...ready]
        const place = places[Math.floor(Math.random() * places.length)]
        if (place === undefined || places.length < 2) continue
        ready.delete(place)
        await endProcess(children[place] as ChildProcess, 'SIGKILL')
        start(place)
        total.kills++
        // Emails are delayed for a while, too.
        hold(sleep(Math.random() * 2000))
      }
    }
  })()

  const acknowledged = new Map<string, number>()
  await Promise.all(
    made.map(async ({ id, member, email, due, kind }) => {
      // Two of five never answer; the others do in time, in the last second, or just after it.
      if (kind < 2) return
      const at = due - (kind === 2 ? 3 + Math.random() * 5 : kind === 3 ? Math.random() : -Math.random())
      const wait = (at - begun) * 1000 - Date.now()
      if (wait > 0) await sleep(wait)
      for (;;) {
        try {
          await answerCheckIn(deps, { id: member }, { id, answer: 'ok' })
          acknowledged.set(email, Date.now())
          return
        } catch {
          await sleep(200)
        }
      }
    }),
  )
  // Until everything is alerted that has to be, or surely late.
  const unanswered = () => made.filter(({ email }) => !acknowledged.has(email) && !handed.has(email))
  while (unanswered().length > 0 && clock.now() < last + 3 * LATE_SECONDS) await sleep(250)
  isOver = true
  await disasters
  await sleep(2000)
  for (const child of children) {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await exit
  }
  for (const { email, due } of made) {
    const sent = handed.get(email) ?? []
    const ok = acknowledged.get(email)
    total.dates++
    if (ok !== undefined) total.answered++
    else if (sent.length === 0) total.missed++
    if (sent.length > 0) total.alerted++
    if (sent.length > 1) total.copies++
    if (ok !== undefined && sent.some(({ at }) => at > ok)) total.afterOk++
    const lateness = sent[0] ? sent[0].at / 1000 + begun - due : 0
    if (lateness > LATE_SECONDS) total.late++
    total.slowest = Math.max(total.slowest, Math.round(lateness * 10) / 10)
  }
  await database.close()
}

/** The accounts are not the subject, so they are written directly. */
async function makeMembers(
  db: Awaited<ReturnType<typeof openPostgres>>['db'],
  count: number,
  zones: readonly string[],
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    with made as (
      insert into member (url_hash, username, status, created_ts)
      select left(md5(random()::text), 9), 'Anna', 2, 0 from generate_series(1, ${count}::int) returning id
    )
    insert into account (member_id, email, email_confirmed, email_hash, ban_hash, time_zone)
    select id, 'anna' || id || '@rosella.test', true, decode(lpad(to_hex(id), 64, '0'), 'hex'),
      decode(lpad(to_hex(id), 64, '0'), 'hex'), (${zones}::text[])[1 + id % ${zones.length}::int]
    from made returning member_id as id, email`.execute(db)
  return rows
}
