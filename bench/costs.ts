// npm run bench:costs [-- 10000 1000000]: what each action of a busy evening costs, in towns of these sizes: processor
// time of the server and of PostgreSQL, round trips, pages that PostgreSQL touched and read, and WAL.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberStatus } from '@rosella/contract/member/status'
import { photoPath } from '@rosella/contract/photos/sizes'
import { siteDay } from '@rosella/contract/site-day'
import { hashSecret } from '@rosella/server/platform/secret'
import { testPhoto } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { redisUrl } from '@rosella/testkit/services'
import { opened, startServer } from '../tests/e2e/server-process'
import { seedTown } from '../tools/seed-town'
import { cpuOf, postgresProcesses } from './cpu-time'
import { watchStatements } from './statement-metrics'
import { sized } from './tiny'

const sizes = process.argv.slice(2).map(Number)
const EACH = sized(2000, 8)
const WARM_UP = sized(1000, 2)
const MEMBERS = sized(400, 8)
const CONCURRENT = 4
const QUIET_MS = sized(5000, 200)
const IDLE = { members: sized(200, 4), seconds: sized(60, 1) }

interface Cost {
  /** Microseconds of processor time. */
  server: number
  database: number
  roundTrips: number
  touchedKb: number
  readKb: number
  walBytes: number
}

const dir = mkdtempSync(join(tmpdir(), 'rosella-costs-'))

async function town(members: number): Promise<Map<string, Cost>> {
  const postgres = await PostgresServer.start()
  const statements = await watchStatements(postgres)
  const { client } = statements
  console.log(`\n${members} members`)
  await seedTown(postgres.url, members, () => {}, { messages: members * sized(10, 1) })
  const now = Math.floor(Date.now() / 1000)
  // Limits that one member would reach here, and the day's suggestions, which are not part of any of these actions.
  await client.query(
    `insert into setting (key, value) values ('pages_minute', '1000000'), ('pages_day', '1000000'),
       ('first_messages', '1000000'), ('first_messages_verified', '1000000'), ('confirmed_to_write', '0')`,
  )
  await client.query('insert into suggestion_day (day, finished_ts) values ($1, $2) on conflict do nothing', [
    siteDay(now),
    now,
  ])
  const data = join(dir, String(members))
  const server = await startServer({
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl(),
    REDIS_PREFIX: `bench-costs-${process.pid}-${members}`,
    DATA_DIR: data,
  })
  await opened(server)
  const { rows } = await client.query(
    `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
     select id, sha256(('bench-token-of-member-' || id)::bytea), $2::bigint, $2::bigint, $2::bigint + 86400
     from (select id from member where status = ${memberStatus.active} and id > 400
       order by hashint8extended(id, 53) limit $1) one
     returning member_id as id, (select url_hash from member where member.id = member_id),
       (select username from member where member.id = member_id),
       (select photo from member where member.id = member_id)`,
    [MEMBERS, now],
  )
  if (!hashSecret('bench-token-of-member-1').equals(await hashed(client, 'bench-token-of-member-1')))
    throw new Error('Sessions are hashed in another way.')
  const people = rows.map(({ id, url_hash, username }) =>
    Object.assign(new Person(server.url), {
      id: Number(id),
      url_hash,
      username,
      email: `member-${id}@seed.example`,
      token: `bench-token-of-member-${id}`,
    }),
  )
  await client.query(
    'update relation set blocked_ts = null, blocked_me = false where me = any($1::bigint[]) or other = any($1::bigint[])',
    [people.map(({ id }) => id)],
  )
  const photo = await testPhoto(1)
  const media = rows.map(({ photo: name }) => photoPath('tmb', name))
  for (const path of media) {
    const file = join(data, 'photos', 'public', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, photo)
  }
  const sockets = await Promise.all(people.map((person) => person.socket()))
  const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
  /** Every pair meets once before it meets again. */
  const other = (n: number) => of(people, n + 1 + Math.floor(n / people.length))

  const actions: Record<string, (n: number) => Promise<unknown>> = {
    'list page': (n) => of(people, n).call('GET /api/users', { filter: 'recent', p: 1 + (n % 3) }),
    search: (n) => of(people, n).call('GET /api/search', { any: 1, distance: 50, age_min: 25 + (n % 20) }),
    profile: (n) => of(people, n).call('GET /api/view-profile', { url_hash: other(n).url_hash }),
    like: (n) => of(people, n).call('POST /api/user-action', { action: 'like', recipient_id: other(n).id }),
    message: async (n) => {
      const sent = { receiver_id: of(people, n + 1).id, message: `Message ${n}, as long as people write` }
      const { ok, message } = await of(sockets, n).emitWithAck('sendMessage', sent as never)
      if (!ok) throw new Error(message)
    },
    'photo view': async (n) => {
      const answer = await fetch(`${server.url}/media/${of(media, n)}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The photo returned ${answer.status}`)
    },
    'stream connect': async (n) => {
      const stream = await of(people, n).stream()
      await stream.next('connections')
      stream.close()
    },
  }
  const processes = await postgresProcesses(postgres.url)
  const pid = server.child.pid ?? 0
  // A new server builds its index, and does what jobs have left.
  for (let used = Number.POSITIVE_INFINITY; used > QUIET_MS / 20; ) {
    const before = cpuOf(pid)
    await sleep(QUIET_MS)
    used = cpuOf(pid) - before
  }
  async function measured(count: number, work: () => Promise<void>): Promise<Cost> {
    await client.query('checkpoint')
    await statements.reset()
    const before = { server: cpuOf(pid), database: processes() }
    await work()
    // Events and activity are stored a moment after the action.
    await sleep(sized(5000, 200))
    const [server, database] = [cpuOf(pid) - before.server, processes() - before.database]
    const { calls, touched, read, wal } = await statements.sums()
    return {
      server: (server * 1000) / count,
      database: (database * 1000) / count,
      roundTrips: calls / count,
      touchedKb: (touched * 8) / count,
      readKb: (read * 8) / count,
      walBytes: wal / count,
    }
  }
  let next = 0
  const costs = new Map<string, Cost>()
  for (const [name, action] of Object.entries(actions)) {
    const run = async (count: number) => {
      const end = next + count
      await Promise.all(
        Array.from({ length: CONCURRENT }, async () => {
          while (next < end) await action(next++)
        }),
      )
    }
    await run(WARM_UP)
    costs.set(name, await measured(EACH, () => run(EACH)))
    console.log(row(name, members, costs.get(name) as Cost))
  }
  // An hour of one member with an open tab: with these streams, less without them.
  const rest = () => sleep(IDLE.seconds * 1000)
  const hours = (IDLE.members * IDLE.seconds) / 3600
  const without = await measured(hours, rest)
  const idle = await Promise.all(people.slice(0, IDLE.members).map((person) => person.stream()))
  const held = await measured(hours, rest)
  const keys = Object.keys(held) as (keyof Cost)[]
  const hour = Object.fromEntries(
    keys.map((key) => [key, Math.max(0, held[key] - without[key])]),
  ) as unknown as Cost
  costs.set('idle hour', hour)
  console.log(row('idle hour', members, hour))
  for (const stream of idle) stream.close()
  for (const person of people) person.disconnect()
  server.child.kill('SIGTERM')
  await server.exit
  await client.end()
  await postgres.remove()
  return costs
}

const hashed = async (client: Awaited<ReturnType<typeof watchStatements>>['client'], text: string) =>
  (await client.query<{ hash: Buffer }>('select sha256($1::bytea) as hash', [Buffer.from(text)])).rows[0]
    ?.hash as Buffer

const row = (name: string, members: number, cost: Cost): string =>
  `| ${[
    name,
    members,
    cost.server.toFixed(0),
    cost.database.toFixed(0),
    cost.roundTrips.toFixed(1),
    cost.touchedKb.toFixed(0),
    cost.readKb.toFixed(1),
    cost.walBytes.toFixed(0),
  ].join(' | ')} |`

const towns: [number, Map<string, Cost>][] = []
for (const members of sizes.length > 0 ? sizes : [10_000, 1_000_000])
  towns.push([members, await town(members)])
rmSync(dir, { recursive: true, force: true })
console.log(
  '\n| action | members | server µs | PostgreSQL µs | round trips | touched KB | read KB | WAL bytes |\n|---|---|---|---|---|---|---|---|',
)
for (const name of towns[0]?.[1].keys() ?? [])
  for (const [members, costs] of towns) console.log(row(name, members, costs.get(name) as Cost))
const [small, large] = [towns[0], towns.at(-1)]
if (small && large && small !== large) {
  console.log(`\nProcessor time at ${large[0]} members relative to ${small[0]}:`)
  for (const [name, cost] of small[1]) {
    const other = large[1].get(name) as Cost
    console.log(`${name}: ${((other.server + other.database) / (cost.server + cost.database)).toFixed(2)}`)
  }
}
console.log(`\nload ${loadavg()[0]?.toFixed(1)}`)
process.exit(0)
