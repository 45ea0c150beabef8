import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsOf } from './close-account'

/** `PAIRS=150000` for as many as the most popular members of a large site; it takes a minute. */
const PAIRS = Number(process.env.PAIRS ?? 20_000)
const MESSAGES = Math.round(PAIRS / 3)
/** No statement of an erasure takes longer, although the machine may be busy. The site's own limit is 15 s. */
const STATEMENT_MS = 1500
let app: TestApp
let client: pg.Client
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', statementMs: STATEMENT_MS })
  const { database } = app.config
  client = new pg.Client({ connectionString: database.kind === 'postgres' ? database.url : '' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await app.close()
})

const count = async (table: string, where: string) =>
  Number((await client.query(`select count(*) from ${table} where ${where}`)).rows[0]?.count)

/** As many strangers as needed, each with two relations and some with messages. Nobody could call that often. */
async function makePopular({ id }: Person, pairs: number, messages: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query(
    `insert into member (url_hash, username, status, created_ts)
     select lpad(to_hex(n), 9, '0'), 'Fan', 2, 0 from generate_series(1, $1::int) n returning id`,
    [pairs],
  )
  const first = Number(rows[0].id)
  const now = app.clock.now()
  await client.query(
    `insert into relation (me, other, received_like_ts, sent_like_ts, viewed_ts, messages)
     select x.me, x.other, x.received, x.sent, $3::bigint, case when n < 10 then 1 else 0 end
     from generate_series(0, $2::int - 1) n,
       lateral (values ($1::bigint, $4::bigint + n, $3::bigint, null::bigint),
         ($4::bigint + n, $1::bigint, null, $3::bigint)) x (me, other, received, sent)`,
    [id, pairs, now, first],
  )
  await client.query(
    `insert into message (sender_id, receiver_id, text, ts)
     select $4::bigint + n % 10, $1::bigint, 'Hello ' || n, $3::bigint from generate_series(1, $2::int) n`,
    [id, messages, now, first],
  )
  await client.query('set session_replication_role = origin')
  await client.query('analyze member, relation, message')
}

test(`[D §8] a member with ${2 * PAIRS} relations and ${MESSAGES} messages is gone immediately and erased in short steps`, async () => {
  const [anna, ben] = (await app.members(
    { username: 'Anna', photos: 2, email: 'popular@rosella.test' },
    'Ben',
  )) as [Person, Person]
  await ben.call('POST /api/user-action', { action: 'fav', recipient_id: anna.id })
  const socket = await ben.socket()
  await say(socket, anna, 'Hello Anna')
  await makePopular(anna, PAIRS, MESSAGES)
  const photos = (await anna.call('GET /api/photos')).map(({ filename }) => filename)

  expect(await anna.call('DELETE /api/account')).toEqual({ message: 'Account deleted successfully.' })
  expect((await anna.try('GET /api/user')).status).toBe(401)
  expect((await ben.try('GET /api/view-profile', { url_hash: anna.url_hash })).status).toBe(404)
  expect(await ben.call('GET /api/messages')).toEqual({ m: [], u: [] })
  expect((await ben.call('GET /api/users', { filter: 'favorites' })).users).toEqual([])
  for (const name of photos) expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status).toBe(404)
  expect(await app.admin.try('GET /api/admin/member', { id: anna.id })).toEqual({
    status: 404,
    body: problemBody('no-user'),
  })
  // The address is free again.
  const [again] = (await app.members({ username: 'Anna', email: 'popular@rosella.test' })) as [Person]
  expect(again.id).not.toBe(anna.id)

  app.clock.advance(61)
  await expect.poll(() => count('member', `id = ${anna.id}`), { timeout: 100_000 }).toBe(0)
  expect(await count('relation', `${anna.id} in (me, other)`)).toBe(0)
  expect(await count('message', `${anna.id} in (sender_id, receiver_id)`)).toBe(0)
  expect(await count('job', `payload ->> 'member_id' = '${anna.id}'`)).toBe(0)
  // Everyone who had contact may still report, with the last 1000 messages of each conversation.
  expect(await count('past_contact', `other_id = ${anna.id}`)).toBe(PAIRS + 1)
  expect(await count('retained_message', `other_id = ${anna.id}`)).toBe(Math.min(10 * 1000, MESSAGES) + 1)
}, 150_000)

test('an interrupted erasure is continued by the job, and the member stays gone meanwhile', async () => {
  const [cara, dan] = (await app.members('Cara', 'Dan')) as [Person, Person]
  await dan.call('POST /api/user-action', { action: 'like', recipient_id: cara.id })
  await say(await dan.socket(), cara, 'Hello Cara')
  // The lock makes the first step fail, as a crash would.
  await client.query('begin')
  await client.query('select from relation where me = $1 for update', [dan.id])
  expect((await cara.try('DELETE /api/account')).status).toBe(200)
  expect(await count('member', `id = ${cara.id}`)).toBe(1)
  expect(await count('account', `member_id = ${cara.id}`)).toBe(0)
  expect(await dan.call('GET /api/messages')).toEqual({ m: [], u: [] })
  const report = { recipient_id: cara.id, report_reason: 'Something else' }
  await client.query('commit')
  expect((await dan.try('POST /api/report-user', report)).status).toBe(200)
  // Moderators see an erased member already, who can't be warned.
  const [{ id: report_id = 0 } = {}] = (await dan.call('GET /api/my-reports')).reports
  const shown = async () => (await app.admin.call('GET /api/admin/report', { id: report_id })).report
  expect((await shown()).member).toMatchObject({ status: null, username: null })
  expect((await shown()).snapshot).toMatchObject({ profile: null, username: 'Cara' })
  expect(
    (await app.admin.try('POST /api/admin/report-decision', { report_id, outcome: 'warned' })).body.code,
  ).toBe('report.erased')
  app.clock.advance(61)
  await app.jobsDone()
  expect(await count('member', `id = ${cara.id}`)).toBe(0)
  expect(await count('relation', `${cara.id} in (me, other)`)).toBe(0)
  const { rows } = await sql<{ content: string }>`
    select content from report_snapshot s join report r on r.id = s.report_id where r.member_id = ${cara.id}`.execute(
    app.db,
  )
  expect(rows.map(({ content }) => content).join()).toContain('Hello Cara')
})

test('the jobs of an erased member are found by index, however many wait', async () => {
  await client.query(
    `insert into job (kind, payload, run_ts, created_ts)
     select 'push', jsonb_build_object('member_id', n % 1000, 'from', n % 1000 + 1), 9999999999, 0
     from generate_series(1, 20000) n`,
  )
  await client.query('analyze job')
  const { rows } = await sql<Record<string, string>>`explain delete from job where ${jobsOf(7)}`.execute(
    app.db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('job_of_member')
  expect(plan).toContain('job_from')
  expect(plan).not.toContain('Seq Scan')
  await client.query('delete from job where run_ts = 9999999999')
})
