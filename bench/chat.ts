// npm run bench:chat [-- turns]: messages stored, acknowledged and delivered, compared with the upper limits: a bare
// Socket.IO relay that stores nothing, and PostgreSQL commits of one row. All alternate in one run.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addChatMembers, type ChatMember } from '@rosella/testkit/chat-members'
import { freePort } from '@rosella/testkit/free-port'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { redisUrl } from '@rosella/testkit/services'
import { Redis } from 'ioredis'
import { opened, startServer } from '../tests/e2e/server-process'
import type { Talked } from './chat-driver'
import { cpuOf, postgresProcesses } from './cpu-time'
import { watchStatements } from './statement-metrics'
import { sized } from './tiny'

const [turns = 5] = process.argv.slice(2).map(Number)
const SECONDS = sized(4, 0.3)
const PAIRS = sized(50, 3)
const HELD = sized(600, 6)
const SETTLE_MS = sized(5000, 300)
/** The number that one of our processes opens. */
const CONNECTIONS = 10

const dir = mkdtempSync(join(tmpdir(), 'rosella-chat-'))
const probe = `--import=${new URL('memory-probe.mjs', import.meta.url)}`
const quantile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
const median = (list: number[]) =>
  quantile(
    [...list].sort((a, b) => a - b),
    0.5,
  )

async function child(file: string, ...args: string[]): Promise<ChildProcess> {
  const execArgv = ['--import', 'tsx', probe]
  const stdio = ['ignore', 'inherit', 'pipe', 'ipc'] as const
  const started = fork(new URL(file, import.meta.url), args, { execArgv, stdio: [...stdio] })
  await once(started, 'message')
  return started
}

async function ask<T>(driver: ChildProcess, asked: unknown): Promise<T> {
  driver.send(asked as object)
  const [answer] = await once(driver, 'message')
  return answer as T
}

interface ChatMetrics {
  rate: number
  deliveredRate: number
  ack50: number
  ack99: number
  seen50: number
  seen99: number
  /** Microseconds of CPU time per message: the server's and PostgreSQL's. */
  cpu: number
  databaseCpu: number
}

async function talk(
  url: string,
  members: ChatMember[],
  pid: number,
  database?: () => number,
): Promise<ChatMetrics> {
  const driver = await child('chat-driver.ts')
  await ask(driver, { connect: url, members, streams: false })
  await ask(driver, { talk: sized(1, 0.2) })
  const before = { server: cpuOf(pid), database: database?.() ?? 0 }
  const { acknowledged, delivered, refused } = await ask<Talked>(driver, { talk: SECONDS })
  if (refused > 0) console.log(`  ${refused} refused`)
  const count = acknowledged.length
  for (const list of [acknowledged, delivered]) list.sort((a, b) => a - b)
  const metrics = {
    rate: count / SECONDS,
    deliveredRate: delivered.length / SECONDS,
    ack50: quantile(acknowledged, 0.5),
    ack99: quantile(acknowledged, 0.99),
    seen50: quantile(delivered, 0.5),
    seen99: quantile(delivered, 0.99),
    cpu: ((cpuOf(pid) - before.server) * 1000) / count,
    databaseCpu: (((database?.() ?? 0) - before.database) * 1000) / count,
  }
  driver.kill()
  return metrics
}

/** One row per transaction, in a table without further indexes. */
function commits(postgres: PostgresServer): number {
  const file = join(dir, 'commit.sql')
  writeFileSync(
    file,
    `insert into bare (text) values ('Message 17 of member 4, of quite an ordinary length');\n`,
  )
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CONNECTIONS),
    ...(SECONDS < 1 ? ['-t', '20'] : ['-T', String(SECONDS)]),
    '-f',
    file,
    postgres.url,
  ]
  const said = execFileSync(join(postgres.programs, 'pgbench'), args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return Number(/tps = ([\d.]+)/.exec(said)?.[1])
}

interface Memory {
  rss: number
  heapUsed: number
}

async function memoryOf(process: ChildProcess): Promise<Memory> {
  const said = once(process.stderr as NodeJS.ReadableStream, 'data')
  process.kill('SIGUSR2')
  const [text] = await said
  return JSON.parse(/memory (\{.*\})/.exec(String(text))?.[1] ?? '{}') as Memory
}

/** Bytes retained per member with a socket and a stream, after garbage collection. */
async function memory(url: string, members: ChatMember[], server: ChildProcess): Promise<Memory> {
  const driver = await child('chat-driver.ts')
  const hold = async () => {
    await ask(driver, { connect: url, members: members.slice(0, HELD), streams: true })
    await sleep(SETTLE_MS)
  }
  // One round before, so that what is loaded at first does not count.
  await hold()
  await ask(driver, 'hang up')
  await sleep(SETTLE_MS)
  const empty = await memoryOf(server)
  await hold()
  const full = await memoryOf(server)
  driver.kill()
  const each = (key: keyof Memory) => (full[key] - empty[key]) / HELD
  return { rss: each('rss'), heapUsed: each('heapUsed') }
}

const postgres = await PostgresServer.start()
const statements = await watchStatements(postgres)
const prefix = `bench-chat-${process.pid}`
const server = await startServer({
  DATABASE_URL: postgres.url,
  REDIS_URL: redisUrl(),
  REDIS_PREFIX: prefix,
  DATA_DIR: join(dir, 'data'),
  NODE_OPTIONS: probe,
})
await opened(server)
const members = await addChatMembers(postgres.url, Math.max(2 * PAIRS, HELD))
const talkers = members.slice(0, 2 * PAIRS)
const { client } = statements
await client.query(
  'create table bare (id bigint generated always as identity primary key, text text not null)',
)
// Each pair starts once, because the benchmark measures ongoing conversations.
await client.query(
  `insert into setting (key, value)
   values ('first_messages', '10000'), ('first_messages_verified', '10000'), ('confirmed_to_write', '0')`,
)
const database = await postgresProcesses(postgres.url)
const port = await freePort()
const relay = await child('bare-relay.ts', String(port))
const relayUrl = `http://127.0.0.1:${port}`

// Messages are still counted, but the flood limit is raised.
const redis = new Redis(redisUrl())
const rates = talkers.map(({ id }) => `${prefix}:limit:messages ${id}`)
const forgetting = setInterval(() => void redis.del(rates), 100)

// As after a minute of use: autovacuum has updated the planner's statistics.
await talk(server.url, talkers, server.child.pid ?? 0)
await client.query('vacuum analyze')
await statements.reset()
const lines: { ours: ChatMetrics; bare: ChatMetrics; commits: number }[] = []
for (let turn = 0; turn < turns; turn++) {
  // Mark messages as read. These clients only talk, and would otherwise count hundreds of unread messages each time.
  await client.query('update message set read_ts = ts where read_ts is null')
  const bare = await talk(relayUrl, talkers, relay.pid ?? 0)
  const ours = await talk(server.url, talkers, server.child.pid ?? 0, database)
  const line = { bare, ours, commits: commits(postgres) }
  lines.push(line)
  console.log(
    `turn ${turn + 1}: ours ${ours.rate.toFixed(0)}/s, relay ${bare.rate.toFixed(0)}/s, commits ${line.commits.toFixed(0)}/s`,
  )
}
clearInterval(forgetting)

const of = (pick: (line: (typeof lines)[number]) => number) => median(lines.map(pick))
const row = (name: string, key: 'ours' | 'bare') =>
  console.log(
    `| ${name} | ${of((l) => l[key].rate).toFixed(0)} | ${of((l) => l[key].deliveredRate).toFixed(0)} | ${of((l) => l[key].ack50).toFixed(1)} / ${of((l) => l[key].ack99).toFixed(1)} | ${of((l) => l[key].seen50).toFixed(1)} / ${of((l) => l[key].seen99).toFixed(1)} | ${of((l) => l[key].cpu).toFixed(0)} + ${of((l) => l[key].databaseCpu).toFixed(0)} |`,
  )
console.log('\n| | acknowledged/s | delivered/s | ack p50/p99 ms | delivered p50/p99 ms | µs server + db |')
console.log('|---|---|---|---|---|---|')
row('ours', 'ours')
row('bare relay', 'bare')
console.log(`| one-row commits | ${of((l) => l.commits).toFixed(0)} | | | | |`)
console.log(`\nours relative to the relay: ${(100 * of((l) => l.ours.rate / l.bare.rate)).toFixed(0)} %`)
console.log(`ours relative to one-row commits: ${(100 * of((l) => l.ours.rate / l.commits)).toFixed(0)} %`)
console.log(`\n${await statements.table()}\n`)

const bareMemory = await memory(relayUrl, members, relay)
const ourMemory = await memory(server.url, members, server.child)
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
for (const key of ['heapUsed', 'rss'] as const) {
  const ratio = (ourMemory[key] / bareMemory[key]).toFixed(2)
  console.log(`a member's ${key}: ${kb(ourMemory[key])} against ${kb(bareMemory[key])}, ${ratio} times`)
}

await client.end()
redis.disconnect()
relay.kill()
server.child.kill('SIGTERM')
await server.exit
await postgres.remove()
rmSync(dir, { recursive: true, force: true })
process.exit(0)
