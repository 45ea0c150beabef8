// npm run bench:lists [-- 10000 100000 1000000]: pages of the member lists, compared with their limits in one run.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberStatus } from '@rosella/contract/member/status'
import { hashSecret } from '@rosella/server/platform/secret'
import { freePort } from '@rosella/testkit/free-port'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import autocannon from 'autocannon'
import pg from 'pg'
import { opened, startServer } from '../tests/e2e/server-process'
import { seedTown } from '../tools/seed-town'
import { cpuOf, postgresProcesses } from './cpu-time'
import type { DriverRequest, Statement } from './lists-driver'
import { sized } from './tiny'

const sizes = process.argv.slice(2).map(Number)
const SECONDS = sized(3, 0.2)
const WARM_UP_SECONDS = sized(15, 0.2)
const CONNECTIONS = 4
/** Many members, because each may send only 600 requests a minute. */
const VIEWERS = sized(384, 20)
const filters = ['recent', 'newest', 'likes-received', 'viewed-me'].slice(0, sized(4, 1))

interface PageMetrics {
  rate: number
  p50: number
  p99: number
  /** Microseconds of CPU time per page: ours, and PostgreSQL's. */
  cpu: number
  databaseCpu: number
}

interface Line {
  members: number
  filter: string
  place: 'first' | 'middle' | 'last'
  http: PageMetrics
  driver: PageMetrics
  pgbench: Pick<PageMetrics, 'rate' | 'databaseCpu'>
}

const dir = mkdtempSync(join(tmpdir(), 'rosella-bench-'))
const quantile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
const tsx = ['--import', 'tsx']

async function child(file: string, ...args: string[]): Promise<ChildProcess> {
  const started = fork(new URL(file, import.meta.url), args, { execArgv: tsx })
  await once(started, 'message')
  return started
}

async function ask<T>(process: ChildProcess, request: DriverRequest): Promise<T> {
  process.send(request)
  const [answer] = await once(process, 'message')
  return answer as T
}

/** Opens sessions for the most popular members and returns their credentials as query strings. */
async function logIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const now = Math.floor(Date.now() / 1000)
  const queries: string[] = []
  const { rows } = await client.query(
    `select id from member where status = ${memberStatus.active} order by id limit $1`,
    [VIEWERS],
  )
  for (const { id } of rows) {
    const token = `bench-token-of-member-${id}`
    await client.query(
      `insert into session (member_id, token_hash, created_ts, last_used_ts, expires_ts)
       values ($1, $2, $3::bigint, $3::bigint, $3::bigint + 86400)`,
      [id, hashSecret(token), now],
    )
    queries.push(`${new URLSearchParams({ email: `member-${id}@seed.example`, token })}`)
  }
  // Raise the page limits, because few viewers load many pages here.
  await client.query(
    `insert into setting (key, value) values ('pages_minute', '100000'), ('pages_day', '1000000')`,
  )
  await client.end()
  return queries
}

async function overHttp(
  base: string,
  paths: string[],
  pid: number,
  database?: () => number,
  seconds = SECONDS,
): Promise<PageMetrics> {
  const before = { server: cpuOf(pid), database: database?.() ?? 0 }
  const result = await autocannon({
    url: base,
    connections: CONNECTIONS,
    duration: seconds,
    requests: paths.map((path) => ({ path })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} requests refused, ${result.errors} failed`)
  const pages = result['2xx']
  return {
    rate: pages / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: ((cpuOf(pid) - before.server) * 1000) / pages,
    databaseCpu: (((database?.() ?? 0) - before.database) * 1000) / pages,
  }
}

async function overDriver(
  driver: ChildProcess,
  pages: Statement[][],
  database: () => number,
): Promise<PageMetrics> {
  const before = database()
  const request = { run: pages, seconds: SECONDS, connections: CONNECTIONS }
  const { times, cpuMs } = await ask<{ times: number[]; cpuMs: number }>(driver, request)
  times.sort((a, b) => a - b)
  return {
    rate: times.length / SECONDS,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (cpuMs * 1000) / times.length,
    databaseCpu: ((database() - before) * 1000) / times.length,
  }
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return `'{${value.join(',')}}'`
  if (typeof value === 'object' && 'data' in value) return literal(Buffer.from(value.data as number[]))
  return `'${String(value).replaceAll("'", "''")}'`
}

function overPgbench(url: string, pages: Statement[][], database: () => number): Line['pgbench'] {
  const files = pages.map((statements, n) => {
    const file = join(dir, `page-${n}.sql`)
    const lines = statements.map(({ text, values }) =>
      text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1])),
    )
    writeFileSync(file, `${lines.join(';\n')};\n`)
    return ['-f', file]
  })
  const pgbench = `${execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()}/pgbench`
  const before = database()
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CONNECTIONS),
    ...(SECONDS < 1 ? ['-t', '2'] : ['-T', String(SECONDS)]),
    ...files.flat(),
    url,
  ]
  const output = execFileSync(pgbench, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  return { rate, databaseCpu: ((database() - before) * 1000) / (rate * SECONDS) }
}

async function town(members: number): Promise<Line[]> {
  const { url, drop } = await freshPostgresDatabase()
  console.log(`\n${members} members`)
  await seedTown(url, members, (line) => console.log(`  ${line}`))
  const viewers = await logIn(url)
  const database = await postgresProcesses(url)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: join(dir, `server-${members}`) })
  const started = Date.now()
  await opened(server)
  console.log(`  server ready in ${Date.now() - started} ms`)
  const driver = await child('lists-driver.ts', url, join(dir, `driver-${members}`))
  const lines: Line[] = []
  // Warm-up, because a server that has just started is still compiling its code.
  await overHttp(
    server.url,
    viewers.flatMap((viewer) => filters.map((filter) => `/api/users?filter=${filter}&${viewer}`)),
    server.child.pid ?? 0,
    undefined,
    WARM_UP_SECONDS,
  )
  for (const filter of filters) {
    const first = await fetch(`${server.url}/api/users?filter=${filter}&${viewers[0]}`)
    const { pages } = (await first.json()) as { pages: number }
    for (const [place, p] of [
      ['first', 1],
      ['middle', Math.ceil(pages / 2)],
      ['last', pages],
    ] as const) {
      const paths = viewers.map((viewer) => `/api/users?filter=${filter}&p=${p}&${viewer}`)
      const statements = await ask<Statement[][]>(driver, { record: paths.slice(0, 32) })
      const line = {
        members,
        filter,
        place,
        http: await overHttp(server.url, paths, server.child.pid ?? 0, database),
        driver: await overDriver(driver, statements, database),
        pgbench: overPgbench(url, statements, database),
      }
      lines.push(line)
      console.log(`  ${tableRow(line)}`)
    }
  }
  if (members === sizes[0]) await bare(server.url, `/api/users?${viewers[0]}`)
  driver.send('stop')
  server.child.kill('SIGTERM')
  await Promise.all([server.exit, once(driver, 'exit')])
  await drop()
  return lines
}

async function bare(from: string, path: string): Promise<void> {
  const file = join(dir, 'page.json')
  writeFileSync(file, await (await fetch(from + path)).text())
  const port = await freePort()
  const process = await child('bare-fastify.ts', file, String(port))
  const { rate, cpu } = await overHttp(`http://127.0.0.1:${port}`, ['/api/users'], process.pid ?? 0)
  console.log(`  bare Fastify with the same bytes: ${rate.toFixed(0)}/s, ${cpu.toFixed(0)} µs`)
  process.kill()
}

const tableRow = ({ members, filter, place, http, driver, pgbench }: Line): string =>
  `| ${[
    members,
    `${filter} ${place}`,
    http.rate.toFixed(0),
    `${http.p50} / ${http.p99}`,
    `${http.cpu.toFixed(0)} + ${http.databaseCpu.toFixed(0)}`,
    driver.rate.toFixed(0),
    `${driver.cpu.toFixed(0)} + ${driver.databaseCpu.toFixed(0)}`,
    pgbench.rate.toFixed(0),
    `${((100 * http.rate) / driver.rate).toFixed(0)} %`,
  ].join(' | ')} |`

const all: Line[] = []
for (const members of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000])
  all.push(...(await town(members)))
rmSync(dir, { recursive: true, force: true })

console.log(
  '\n| members | page | HTTP/s | p50/p99 ms | µs ours + db | driver/s | µs ours + db | pgbench/s | HTTP of driver |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
for (const line of all) console.log(tableRow(line))
const smallest = Math.min(...all.map(({ members }) => members))
console.log('\nCPU time per page, server and database, relative to the smallest town:')
for (const line of all.filter(({ members }) => members !== smallest)) {
  const small = all.find(
    (one) => one.members === smallest && one.filter === line.filter && one.place === line.place,
  )
  const cost = ({ http }: Line) => http.cpu + http.databaseCpu
  if (small)
    console.log(`${line.members} ${line.filter} ${line.place}: ${(cost(line) / cost(small)).toFixed(2)}`)
}
