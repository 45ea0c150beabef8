// npm run bench:search [-- 10000 1000000]: random searches of twenty types over HTTP, in seeded towns of these sizes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberStatus } from '@rosella/contract/member/status'
import { siteDay } from '@rosella/contract/site-day'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { noReplica } from '@rosella/server/platform/adapters/database/replica'
import { openMemoryBus } from '@rosella/server/platform/adapters/event-bus/memory'
import { openLog } from '@rosella/server/platform/adapters/log/open-log'
import { systemClock } from '@rosella/server/platform/ports/clock'
import { hashSecret } from '@rosella/server/platform/secret'
import { MemberIndex } from '@rosella/server/search-index/member-index'
import { Towns } from '@rosella/server/search-index/towns'
import { dice } from '@rosella/testkit/random-town'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import pg from 'pg'

import { opened, startServer } from '../tests/e2e/server-process'
import { seedTown } from '../tools/seed-town'
import { cpuOf, postgresProcesses } from './cpu-time'
import { type Latency, quantiles, searchTypes } from './search-types'
import { sized } from './tiny'

const sizes = process.argv.slice(2).map(Number)
const SEARCHES = sized(2000, 60)
const VIEWERS = sized(384, 20)

const dir = mkdtempSync(join(tmpdir(), 'rosella-bench-'))

async function logIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const now = Math.floor(Date.now() / 1000)
  const { rows } = await client.query(
    `select id from member where status = ${memberStatus.active} order by id limit $1`,
    [VIEWERS],
  )
  await client.query(
    `insert into setting (key, value) values ('pages_minute', '100000'), ('pages_day', '1000000')`,
  )
  // Suggestions for a million members would take longer than this bench, so mark today's assignment as finished.
  await client.query('insert into suggestion_day (day, finished_ts) values ($1, $2) on conflict do nothing', [
    siteDay(now),
    now,
  ])
  const sessions = rows.map(({ id }) => ({ id, token: `bench-token-of-member-${id}` }))
  for (const { id, token } of sessions)
    await client.query(
      `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
       values ($1, $2, $3::bigint, $3::bigint, $3::bigint + 86400)`,
      [id, hashSecret(token), now],
    )
  await client.end()
  return sessions.map(
    ({ id, token }) => `${new URLSearchParams({ email: `member-${id}@seed.example`, token })}`,
  )
}

/** The size of the index and the time to build it on an idle machine. */
async function measureIndex(url: string): Promise<string> {
  const database = await openPostgres(url)
  const bus = openMemoryBus<never>({ onError: () => {} })
  const settings = { current: async () => ({ photos_min: 3 }) as never }
  const index = new MemberIndex({
    db: database.db,
    replica: noReplica(database.db),
    bus,
    clock: systemClock,
    settings,
    log: openLog('silent', process.stderr),
    towns: new Towns(),
  })
  const began = performance.now()
  await index.rebuild()
  const took = performance.now() - began
  const columns = await index.columns(3)
  index.close()
  await database.close()
  const { size = 0, bytes = 0 } = columns ?? {}
  return `${size} listed, ${(bytes / size).toFixed(0)} bytes each, built in ${(took / 1000).toFixed(1)} s`
}

/** Waits until the index is built and searches are fast. */
async function waitForIndex(url: string, viewer: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/search?any=1&age_min=20&${viewer}`)
    await answer.text()
    if (answer.status === 200 && performance.now() - began < 300) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The index was not built in time')
}

async function town(members: number): Promise<Map<string, Latency>> {
  const { url, drop } = await freshPostgresDatabase()
  console.log(`\n${members} members`)
  await seedTown(url, members, () => {})
  console.log(`  index: ${await measureIndex(url)}`)
  const viewers = await logIn(url)
  const database = await postgresProcesses(url)
  const probe = new URL('delay-probe.mjs', import.meta.url).pathname
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: join(dir, `server-${members}`),
    NODE_OPTIONS: `--import ${probe}`,
  })
  await opened(server)
  await waitForIndex(server.url, viewers[0] ?? '')
  const roll = dice(members)
  const names = Object.keys(searchTypes)
  const times = new Map(names.map((name) => [name, [] as number[]]))
  const search = async (isCounted: boolean) => {
    const name = names[roll(names.length)] as string
    const began = performance.now()
    const answer = await fetch(
      `${server.url}/api/search?${searchTypes[name]}&${viewers[roll(viewers.length)]}`,
    )
    await answer.text()
    if (answer.status !== 200) throw new Error(`${name} returned ${answer.status}`)
    if (isCounted) times.get(name)?.push(performance.now() - began)
  }
  const run = async (count: number, isCounted: boolean) => {
    for (let n = 0; n < count; n++) await search(isCounted)
  }
  await run(SEARCHES / 2, false)
  const pid = server.child.pid ?? 0
  process.kill(pid, 'SIGWINCH')
  const before = { server: cpuOf(pid), database: database() }
  await run(SEARCHES, true)
  const cpu = (cpuOf(pid) - before.server) / SEARCHES
  const databaseCpu = (database() - before.database) / SEARCHES
  process.kill(pid, 'SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 500))
  console.log(`  CPU time per search: server ${cpu.toFixed(2)} ms, PostgreSQL ${databaseCpu.toFixed(2)} ms`)
  const all = quantiles([...times.values()].flat())
  console.log(`  all: p50 ${all.p50.toFixed(1)} ms, p99 ${all.p99.toFixed(1)} ms`)
  server.child.kill('SIGTERM')
  await server.exit
  console.log(
    `  loop: ${
      server
        .errors()
        .match(/delay \{.*\}/g)
        ?.at(-1) ?? 'not reported'
    }`,
  )
  await drop()
  return new Map([...times].map(([name, list]) => [name, quantiles(list)]))
}

const results: [number, Map<string, Latency>][] = []
for (const members of sizes.length > 0 ? sizes : [10_000, 1_000_000])
  results.push([members, await town(members)])
rmSync(dir, { recursive: true, force: true })
console.log(`\n| search | ${results.map(([members]) => `${members}: p50 / p99 ms`).join(' | ')} |`)
console.log(`|---|${results.map(() => '---|').join('')}`)
for (const name of Object.keys(searchTypes)) {
  const cells = results.map(([, latencies]) => {
    const { p50 = 0, p99 = 0 } = latencies.get(name) ?? {}
    return `${p50.toFixed(1)} / ${p99.toFixed(1)}`
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
