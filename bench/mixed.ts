// npm run bench:mixed [-- <minutes, 10> [--servers 1] [--members 50000] [--online 1000] [--pool <connections>]]: members
// browse, view, like, search, talk and get pushes on a filled database, at the paces of bench/mixed-paces.ts. Fails on any
// error or leak.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memberStatus } from '@rosella/contract/member/status'
import { hashSecret } from '@rosella/server/platform/secret'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { redisUrl } from '@rosella/testkit/services'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { opened, type ServerProcess, startServer } from '../tests/e2e/server-process'
import { seedTown } from '../tools/seed-town'
import { cpuOf, postgresProcesses } from './cpu-time'
import type { Asked, Measured } from './mixed-driver'
import type { Played } from './mixed-member'
import { isFlat, printKinds, printSamples, type Sample } from './mixed-report'
import { watchStatements } from './statement-metrics'
import { sized } from './tiny'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: 'string', default: '1' },
    members: { type: 'string', default: '50000' },
    online: { type: 'string', default: '1000' },
    pool: { type: 'string' },
  },
})
const minutes = Number(positionals[0] ?? 10)
const [processes, members, online] = [values.servers, values.members, values.online].map(Number) as [
  number,
  number,
  number,
]
const WARM_UP_MS = sized(20_000, 1000)
/** Every minute, or more often in a short run, so that its thirds can be compared. */
const SAMPLE_MS = Math.min(60_000, (minutes * 60_000) / 9)

const dir = mkdtempSync(join(tmpdir(), 'rosella-mixed-'))
const PHONES = sized(200, 4)
const probes = ['push-probe.mjs', 'delay-probe.mjs', 'memory-probe.mjs'].map(
  (file) => `--import=${new URL(file, import.meta.url)}`,
)

/** Sessions for members from all over the town. Neighbours on the list talk to each other. */
async function logIn(client: pg.Client, urls: string[]): Promise<Extract<Asked, object>> {
  const { rows } = await client.query(
    `select id, url_hash from member where status = ${memberStatus.active} order by hashint8extended(id, 99) limit $1`,
    [online + PHONES],
  )
  const now = Math.floor(Date.now() / 1000)
  const played = rows.map(
    ({ id, url_hash }, n): Played => ({
      id: Number(id),
      url_hash,
      email: `member-${id}@seed.example`,
      token: `bench-token-of-member-${id}`,
      url: urls[n % urls.length] ?? '',
    }),
  )
  const ids = played.map(({ id }) => id)
  await client.query(
    `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
     select id, hash, $3::bigint, $3::bigint, $3::bigint + 86400 from unnest($1::bigint[], $2::bytea[]) one(id, hash)`,
    [ids, played.map(({ token }) => hashSecret(token)), now],
  )
  // Unblock those who will talk to each other.
  await client.query(
    `update relation set blocked_ts = null, blocked_me = false where me = any($1::bigint[]) and other = any($1::bigint[])`,
    [ids],
  )
  const known = await client.query(
    'select me, other from relation where me = any($1::bigint[]) and other = any($1::bigint[])',
    [ids],
  )
  return {
    connect: played.slice(0, online),
    phones: played.slice(online),
    known: known.rows.map(({ me, other }) => [Number(me), Number(other)]),
  }
}

async function startDriver(): Promise<[ChildProcess, service: { port: number; ca: string }]> {
  const driver = fork(new URL('mixed-driver.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const [service] = await once(driver, 'message')
  return [driver, service]
}

async function ask<T>(driver: ChildProcess, asked: Asked): Promise<T> {
  driver.send(asked)
  const [answer] = await once(driver, 'message')
  return answer as T
}

/** Signals the probes and returns the worst delay and the total memory of all servers. */
async function probe(servers: ServerProcess[]): Promise<Pick<Sample, 'rss' | 'heap' | 'delay'>> {
  const said = await Promise.all(
    servers.map(async ({ child, errors }) => {
      const before = errors().length
      child.kill('SIGUSR2')
      for (let tries = 0; tries < 300; tries++) {
        await sleep(100)
        const text = errors().slice(before)
        const memory = /memory (\{.*\})\n/.exec(text)?.[1]
        const delay = /delay (\{.*\})\n/.exec(text)?.[1]
        if (memory && delay) return { ...JSON.parse(memory), delay: JSON.parse(delay) }
      }
      throw new Error('a server did not report its memory')
    }),
  )
  const worst = (key: keyof Sample['delay']) => Math.max(...said.map(({ delay }) => delay[key]))
  const sum = (key: string) => said.reduce((total, one) => total + one[key], 0) / 2 ** 20
  return {
    rss: sum('rss'),
    heap: sum('heapUsed'),
    delay: { p50: worst('p50'), p99: worst('p99'), max: worst('max') },
  }
}

/** Waits for the day's suggestions, which a running site assigns at night. */
async function assigned(client: pg.Client): Promise<void> {
  const began = Date.now()
  for (;;) {
    const { rows } = await client.query(
      'select members, seconds from suggestion_day where finished_ts is not null',
    )
    if (rows[0]) {
      console.log(`suggestions of ${rows[0].members} members assigned in ${Math.round(rows[0].seconds)} s`)
      return
    }
    if (Date.now() - began > 900_000)
      throw new Error('The suggestions of the day were not assigned in 15 minutes.')
    await sleep(2000)
  }
}

/** Milliseconds of CPU time of the whole machine. */
const busy = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)

const postgres = await PostgresServer.start()
const statements = await watchStatements(postgres)
const { client } = statements
const seeding = Date.now()
await seedTown(postgres.url, members, (line) => console.log(`  ${line}`), {
  pairs: 28,
  messages: members * 40,
})
// These members start more conversations in ten minutes than people do in a day.
await client.query(
  `insert into setting (key, value)
   values ('first_messages', '10000'), ('first_messages_verified', '10000'), ('confirmed_to_write', '0')`,
)
// Flush what the seeding has left, so that it is not written during the test.
await client.query('checkpoint')
const { rows } = await client.query(`
  select (select count(*) from relation where sent_like_ts is not null) as likes,
    (select count(*) from relation where viewed_ts is not null) as views, (select count(*) from message) as messages`)
console.log(
  `${members} members, ${rows[0].likes} likes, ${rows[0].views} views, ${rows[0].messages} messages in ${Math.round((Date.now() - seeding) / 1000)} s`,
)

const [driver, pushService] = await startDriver()
const shared = {
  PUSH: '1',
  PUSH_HOSTS: 'push.example',
  BENCH_PUSH_PORT: String(pushService.port),
  BENCH_PUSH_CA: pushService.ca,
  DATABASE_URL: postgres.url,
  REDIS_URL: redisUrl(),
  REDIS_PREFIX: `bench-mixed-${process.pid}`,
  NODE_OPTIONS: probes.join(' '),
  ...(values.pool && { DATABASE_POOL: values.pool }),
}
const servers: ServerProcess[] = []
for (let n = 0; n < processes; n++) {
  const server = await startServer({ ...shared, DATA_DIR: join(dir, 'data') })
  await opened(server)
  servers.push(server)
}
await assigned(client)
const redis = new Redis(redisUrl())
const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1])
const database = await postgresProcesses(postgres.url)
const cpu = () => ({
  servers: servers.reduce((sum, { child }) => sum + cpuOf(child.pid ?? 0), 0),
  postgres: database(),
  redis: cpuOf(redisPid),
  driver: cpuOf(driver.pid ?? 0),
  busy: busy(),
})

await ask(
  driver,
  await logIn(
    client,
    servers.map(({ url }) => url),
  ),
)
await ask(driver, 'start')
await sleep(WARM_UP_MS)
await ask(driver, 'count')
await statements.reset()
for (const { child } of servers) child.kill('SIGWINCH')
const started = Date.now()
const before = cpu()
const samples: Sample[] = []
while (Date.now() - started < minutes * 60_000 - 500) {
  await sleep(Math.min(SAMPLE_MS, minutes * 60_000 - (Date.now() - started)))
  const sample = { at: (Date.now() - started) / 1000, load: loadavg()[0] ?? 0, ...(await probe(servers)) }
  samples.push(sample)
  const { kinds, online: here } = await ask<Measured & { online: number }>(driver, 'read')
  const failed = Object.entries(kinds).filter(([, { errors }]) => errors > 0)
  const errors = failed.map(([kind, { errors }]) => `, ${errors} errors: ${kind}`).join('')
  console.log(
    `${sample.at.toFixed(0)} s: ${here} online, rss ${sample.rss.toFixed(0)}, heap ${sample.heap.toFixed(1)} MB, load ${sample.load.toFixed(1)}${errors}`,
  )
}
const after = cpu()
const seconds = (Date.now() - started) / 1000
const measured = await ask<Measured>(driver, 'read')
const slowest = await statements.table()
await ask(driver, 'stop')

console.log(`\n${seconds.toFixed(0)} s, ${processes} server process(es)\n`)
printKinds(measured, seconds)
printSamples(samples)
const used = (key: keyof typeof before) => (after[key] - before[key]) / 10 / seconds
const ours = used('servers') + used('postgres') + used('redis') + used('driver')
console.log(
  `\nprocessor time, % of one core: server ${used('servers').toFixed(0)}, PostgreSQL ${used('postgres').toFixed(0)}, Redis ${used('redis').toFixed(1)}, driver ${used('driver').toFixed(0)}, everything else on this machine ${(used('busy') - ours).toFixed(0)} of ${cpus().length * 100}`,
)
console.log(`\n${slowest}`)
const warnings = servers.flatMap((server) =>
  server
    .output()
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line)),
)
if (warnings.length > 0)
  console.log(`\n${warnings.length} server warnings:\n${warnings.slice(0, 10).join('\n')}`)

const errors = Object.values(measured.kinds).reduce((sum, kind) => sum + kind.errors, 0)
const lost = Object.values(measured.undelivered).reduce((sum, count) => sum + count, 0)
const flat = isFlat(samples)
console.log(`\n${errors} errors, ${lost} events not delivered, ${flat.summary}`)

driver.kill()
redis.disconnect()
for (const { child } of servers) child.kill('SIGTERM')
await Promise.all(servers.map(({ exit }) => exit))
await client.end()
await postgres.remove()
rmSync(dir, { recursive: true, force: true })
process.exit(errors > 0 || lost > 0 || !flat.ok ? 1 : 0)
