import { type Child, startChild } from '@rosella/testkit/child-process'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

/** `npm run bench:notices` has 5,000, as many as one scammer may have reached, and measures the delivery. */
const PEOPLE = Number(process.env.NOTICE_PEOPLE ?? 300)
const isMeasured = process.env.NOTICE_PEOPLE !== undefined
const KILLS = 3
const MINUTE = 60
const home = new URL('../../', import.meta.url).href

/** A process that delivers what is due and sends the emails, until it is killed or everything is done. */
const sender = (url: string, smtp: string) => `
  import { openPostgres } from '${home}platform/adapters/database/postgres.ts'
  import { openMemoryBus } from '${home}platform/adapters/event-bus/memory.ts'
  import { openSmtpMailer } from '${home}platform/adapters/mailer/smtp.ts'
  import { systemClock as clock } from '${home}platform/ports/clock.ts'
  import { JobRunner } from '${home}platform/jobs/job-runner.ts'
  import { sendSafetyMail, sendSafetyNotices } from '${home}features/safety/safety-notices.ts'
  const { db } = await openPostgres('${url}')
  const log = { warn: console.error, debug() {} }
  const site = { name: 'Rosella', url: 'https://rosella.test', contact: 'help@rosella.test', adminEmails: [] }
  const mailer = openSmtpMailer({ url: '${smtp}', from: 'Rosella <noreply@rosella.test>' })
  const deps = { db, bus: openMemoryBus({ onError() {} }), clock, log, site, mailer }
  const runner = new JobRunner(deps, { leaseSeconds: 2, pollSeconds: 0.2 })
  runner.register('safety-mail', sendSafetyMail(deps), { concurrency: 8, tries: 30, firstPause: 1, longestPause: 1 })
  await runner.start()
  console.log('started')
  await sendSafetyNotices(deps)(new AbortController().signal)
  console.log('delivered')
  for (;;) {
    const { rows } = await db.executeQuery({ sql: "select count(*)::int as n from job where kind = 'safety-mail'",
      parameters: [], query: { kind: 'RawNode' } })
    if (rows[0].n === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  console.log('sent')
  setInterval(() => {}, 1000)`

/** Members with a message from this one, as many as nobody could write to in a test. Repeating it takes the same ones. */
async function writeToFans(db: TestApp['db'], sender: Person, ts: number): Promise<void> {
  await sql`
    with made as (
      insert into member (url_hash, username, status, created_ts)
      select lpad(to_hex(n), 9, '0'), 'Fan', 2, 0 from generate_series(2, ${PEOPLE}::int) n
      on conflict (url_hash) do update set created_ts = 0 returning id
    ), accounts as (
      insert into account (member_id, email, email_hash, ban_hash)
      select id, 'fan' || id || '@rosella.test', decode(lpad(to_hex(id), 64, '0'), 'hex'),
        decode(lpad(to_hex(id), 64, '0'), 'hex') from made
      on conflict (member_id) do nothing
    ), pairs as (
      insert into relation (me, other, wrote, messages) select ${sender.id}::bigint, id, true, 1 from made
    )
    insert into message (sender_id, receiver_id, text, ts)
    select ${sender.id}::bigint, id, 'Hello', ${ts}::bigint from made`.execute(db)
}

test(
  `[P4 §1] kill -9: ${PEOPLE} people get one warning and one correction each, whenever a process dies`,
  async () => {
    const smtp = await openTestSmtp()
    const app = await openTestApp({
      on: 'postgres',
      smtp,
      periodicJobs: isMeasured,
      withoutSchedule: !isMeasured,
    })
    let child: Child | undefined
    try {
      const [max, ned, anna] = (await app.members('Max', 'Ned', 'Anna')) as [Person, Person, Person]
      const count = async (table: 'safety_notice' | 'job') => {
        const which = table === 'job' ? sql`where kind = 'safety-mail'` : sql``
        const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} ${which}`.execute(app.db)
        return rows[0]?.n ?? 0
      }
      const ban = async (sender: Person) => {
        const socket = await sender.socket()
        await say(socket, anna, 'Hello there')
        socket.disconnect()
        await writeToFans(app.db, sender, app.clock.now())
        await anna.call('POST /api/report-user', {
          recipient_id: sender.id,
          report_reason: 'Asking for money',
        })
        const report_id = (await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0
        expect((await app.admin.call('GET /api/admin/report', { id: report_id })).warn_count).toBe(PEOPLE)
        await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'banned', warn: 1 })
      }

      /** A site that works, with its own schedule. Not in every run, because it measures time. */
      const measureDelivery = async () => {
        await ban(ned)
        app.clock.advance(15 * MINUTE)
        const dueAt = performance.now()
        const secondsFor = async (share: number) => {
          const sent = async () => (await count('safety_notice')) - (await count('job'))
          await expect.poll(sent, { timeout: 300_000, interval: 100 }).toBeGreaterThanOrEqual(share * PEOPLE)
          return (performance.now() - dueAt) / 1000
        }
        const [most, all] = [await secondsFor(0.95), await secondsFor(1)]
        process.stdout.write(`95 % of ${PEOPLE} warned in ${most.toFixed(1)} s, all in ${all.toFixed(1)} s\n`)
        // The schedule may start a minute after the wait.
        expect(MINUTE + most).toBeLessThan(5 * MINUTE)
        const emails = (await smtp.emails()).filter(({ subject }) => subject?.includes('about Ned'))
        expect(emails).toHaveLength(PEOPLE)
        expect(new Set(emails.map(({ to }) => to?.[0]?.address)).size).toBe(PEOPLE)
        await sql`delete from safety_notice`.execute(app.db)
        // The processes that are killed have the real clock.
        app.clock.advance(-15 * MINUTE)
      }
      if (isMeasured) await measureDelivery()

      await ban(max)
      await app.jobsDone()
      // From here on, only the processes that are killed run jobs.
      await app.server.jobs.close()
      const due = { due_ts: app.clock.now() - 1 }
      await app.db.updateTable('safety_notice_run').set(due).where('banned_id', '=', max.id).execute()

      const { database } = app.config
      const url = database.kind === 'postgres' ? database.url : ''
      const seen: number[] = []
      for (const target of [1, 0.4 * PEOPLE]) {
        child = startChild(sender(url, smtp.url))
        await expect
          .poll(() => count('safety_notice'), { timeout: 120_000, interval: 10 })
          .toBeGreaterThanOrEqual(target)
        await child.kill()
        seen.push(await count('safety_notice'))
      }
      // Otherwise the kills came too late to prove anything.
      expect(seen.filter((n) => n < PEOPLE).length).toBeGreaterThanOrEqual(1)
      const deliver = async () => {
        child = startChild(sender(url, smtp.url))
        for (const line of ['started', 'delivered']) expect(await child.line()).toBe(line)
        return child
      }
      child = await deliver()
      const before = await count('job')
      await expect.poll(() => count('job'), { timeout: 120_000, interval: 5 }).toBeLessThan(before - 50)
      await child.kill()
      child = await deliver()
      const [began, left] = [performance.now(), await count('job')]
      expect(await child.line()).toBe('sent')
      const seconds = Math.round((performance.now() - began) / 100) / 10
      await child.kill()

      const { rows } = await sql<{ n: number; people: number }>`
        select count(*)::int as n, count(distinct member_id)::int as people from safety_notice`.execute(
        app.db,
      )
      expect(rows[0]).toEqual({ n: PEOPLE, people: PEOPLE })
      const sent = async () => (await smtp.emails()).filter(({ subject }) => subject?.includes('about Max'))
      const emails = await sent()
      const byId = new Map(emails.map((email) => [email.messageId, email.to?.[0]?.address]))
      // A copy has the same Message-ID, so that mailboxes drop it. Each kill can cause at most eight.
      expect(byId.size).toBe(PEOPLE)
      expect(new Set(byId.values()).size).toBe(PEOPLE)
      expect(emails.length - byId.size).toBeLessThanOrEqual(8 * KILLS)
      const copies = emails.length - byId.size
      process.stdout.write(
        `Notices after each kill: ${seen.join(', ')}; copies: ${copies}; ${left} emails in ${seconds} s\n`,
      )

      // The same for the corrections.
      await app.admin.call('POST /api/admin/member', { id: max.id, status: 2 })
      const corrected = async () =>
        Number(
          (
            await sql<{
              n: number
            }>`select count(*) as n from safety_notice where withdrawn_ts is not null`.execute(app.db)
          ).rows[0]?.n,
        )
      child = startChild(sender(url, smtp.url))
      await expect.poll(corrected, { timeout: 120_000, interval: 10 }).toBeGreaterThanOrEqual(0.3 * PEOPLE)
      await child.kill()
      const half = await corrected()
      child = startChild(sender(url, smtp.url))
      for (const line of ['started', 'delivered', 'sent']) expect(await child.line()).toBe(line)
      await child.kill()
      expect(await corrected()).toBe(PEOPLE)
      const corrections = (await sent()).slice(emails.length)
      expect(new Set(corrections.map(({ messageId }) => messageId)).size).toBe(PEOPLE)
      expect(new Set(corrections.map(({ to }) => to?.[0]?.address)).size).toBe(PEOPLE)
      process.stdout.write(`Killed after ${half} corrections; copies: ${corrections.length - PEOPLE}\n`)
    } finally {
      await child?.kill()
      await app.close()
      await smtp.close()
    }
  },
  PEOPLE * 400,
)
