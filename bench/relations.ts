// npm run bench:relations [-- 150000]: what a member with 100,000 relations costs, as a ratio to a member without any.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberStatus } from '@rosella/contract/member/status'
import { siteDay } from '@rosella/contract/site-day'
import { hashSecret } from '@rosella/server/platform/secret'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import pg from 'pg'
import { opened, startServer } from '../tests/e2e/server-process'
import { seedTown } from '../tools/seed-town'
import { sized } from './tiny'

const [members = 150_000] = process.argv.slice(2).map(Number)
const RELATIONS = sized(100_000, 200)
const ROUNDS = sized(60, 3)

/** The lists of one's own relations are last, because they may grow with them. */
const calls: Record<string, string> = {
  'any call': 'user',
  settings: 'user-settings',
  'recent, first page': 'users?filter=recent',
  'newest, page 20': 'users?filter=newest&p=20',
  'search, anybody': 'search?any=1',
  'search, five filters': 'search?any=1&age_min=25&age_max=45&smoking=-&kids=-&tags=yoga',
  'blocked users, first page': 'blocked-users',
  'blocked users, last page': 'blocked-users?p=9999',
  'not interested, last page': 'not-interested?p=9999',
  'past contacts, first page': 'past-contacts',
  'past contacts, by name': 'past-contacts?q=an',
}

const { url, drop } = await freshPostgresDatabase()
console.log(`a town of ${members} members`)
await seedTown(url, members, () => {}, { pairs: 1 })
const client = new pg.Client({ connectionString: url })
await client.connect()
const now = Math.floor(Date.now() / 1000)
// A third was blocked by the member, a third blocked them, and the member is not interested in the last third.
const { rows } = await client.query<{ id: number }>(
  `select id::int from member where status = ${memberStatus.active} order by id limit 3`,
)
const [many, none, other] = rows.map(({ id }) => id) as [number, number, number]
await client.query(`delete from relation where me in ($1, $2) or other in ($1, $2)`, [many, none])
await client.query(
  `with others as (select id, id % 3 as kind from member where id not in ($1, $2, $3) order by id limit ${RELATIONS})
   insert into relation (me, other, blocked_ts, blocked_me, not_interested_ts, closed_to_me, viewed_ts)
   select $1, id, case kind when 0 then ${now} - id end, kind = 1, case kind when 2 then ${now} - id end, false,
     ${now} - id from others
   union all
   select id, $1, case kind when 1 then ${now} - id end, kind = 0, null, kind = 2, null from others`,
  [many, none, other],
)
await client.query('vacuum analyze relation')
// The two are alike, so that their lists differ only by the relations.
await client.query(
  `update member m set gender = s.gender, interested = s.interested, birthday = s.birthday, city = s.city,
     country = s.country, latitude = s.latitude, longitude = s.longitude, town_hidden = false
   from member s where s.id = $1 and m.id in ($2, $3)`,
  [many, none, other],
)
await client.query('delete from preferences where member_id in ($1, $2, $3)', [many, none, other])
await client.query(
  `insert into setting (key, value) values ('pages_minute', '100000'), ('pages_day', '1000000')`,
)
await client.query('insert into suggestion_day (day, finished_ts) values ($1, $2) on conflict do nothing', [
  siteDay(now),
  now,
])
const sessionOf = async (id: number) => {
  const token = `bench-token-of-member-${id}`
  await client.query(
    `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
     values ($1, $2, $3::bigint, $3::bigint, $3::bigint + 86400)`,
    [id, hashSecret(token), now],
  )
  return `${new URLSearchParams({ email: `member-${id}@seed.example`, token })}`
}
const sessions = { many: await sessionOf(many), none: await sessionOf(none), other: await sessionOf(other) }
await client.end()

const dir = mkdtempSync(join(tmpdir(), 'rosella-bench-'))
const server = await startServer({ DATABASE_URL: url, DATA_DIR: dir })
await opened(server)

async function timed(path: string, session: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/${path}${path.includes('?') ? '&' : '?'}${session}`)
  await answer.text()
  if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`)
  return performance.now() - began
}
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

console.log(`\n| call | none: ms | ${RELATIONS} relations: ms | ratio |\n|---|---|---|---|`)
const row = (name: string, none: number, many: number) =>
  console.log(`| ${name} | ${none.toFixed(2)} | ${many.toFixed(2)} | ${(many / none).toFixed(2)} |`)
for (const [name, path] of Object.entries(calls)) {
  const times = { many: [] as number[], none: [] as number[] }
  const rounds = /blocked|interested|contacts/.test(path) ? 12 : ROUNDS
  // Alternately, so that noise hits both.
  for (let round = -5; round < rounds; round++)
    for (const who of ['many', 'none'] as const) {
      const ms = await timed(path, sessions[who])
      if (round >= 0) times[who].push(ms)
    }
  row(name, median(times.none), median(times.many))
}

/** The calls of a third member while one of the two keeps listing. */
async function whileListing(who: 'many' | 'none', pauseMs: number): Promise<number> {
  let isBusy = true
  const busy = (async () => {
    while (isBusy) {
      await timed('users?filter=recent', sessions[who])
      await sleep(pauseMs)
    }
  })()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed('user', sessions.other))
  isBusy = false
  await busy
  return median(times)
}
await whileListing('none', 0)
// The limit on pages: 240 a minute (pages_minute).
for (const [pace, pauseMs] of [
  ['four lists a second', 250],
  ['lists without a pause', 0],
] as const)
  row(
    `any call of another member during ${pace}`,
    await whileListing('none', pauseMs),
    await whileListing('many', pauseMs),
  )

server.child.kill('SIGTERM')
await server.exit
await drop()
rmSync(dir, { recursive: true, force: true })
