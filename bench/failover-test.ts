// npm run failover-test [-- visitors kills]: the site on the files in ops/high-availability, while machines are killed
// one after another. Fails if something acknowledged is lost, delivered twice, answered with 500, or if writes do not
// succeed again within 30 s.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { addChatMembers } from '@rosella/testkit/chat-members'
import { endProcess, untilReady } from '@rosella/testkit/child-process'
import { freePort } from '@rosella/testkit/free-port'
import { sharedServer } from '@rosella/testkit/postgres-server'
import pg from 'pg'
import { judge } from '../tests/e2e/kill/verdict'
import { opsFile, startHaproxy } from '../tests/e2e/scale-out/proxy'
import { withoutStream, wrongFavourites } from '../tests/e2e/scale-out/run'
import { Tally, Visitor } from '../tests/e2e/scale-out/visitor'
import { openServer, type ServerProcess } from '../tests/e2e/server-process'
import { findOrUnpackFailoverPrograms, findProgram } from '../tools/test/programs.mjs'

const [visitorCount = 24, only] = process.argv.slice(2)
const TARGET_SECONDS = 30
const PAUSE_MS = 60_000
const NODES = [1, 2, 3] as const
const PASSWORD = 'change-me'

process.setMaxListeners(50)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const programs = findOrUnpackFailoverPrograms()
const { programs: postgresPrograms, user } = await sharedServer()
// User postgres must be able to read it, which the folder of the repository may not allow.
const dir = mkdtempSync('/tmp/rosella-failover-')
chmodSync(dir, 0o755)
cpSync(join(programs.patroni, '..'), join(dir, 'python'), { recursive: true })

const ports = new Map<string, number>()
for (const port of ['2379', '2380', '8008', '5432', '5000', '5001', '6379', '26379'])
  ports.set(port, await freePort())
const portOf = (port: string) => ports.get(port) ?? 0
const hostOf = (node: number) => `127.0.38.1${node}`

/** A file of ops/high-availability for this node. Only addresses, ports and folders differ. */
function configured(name: string, node: number): string {
  const lines = readFileSync(opsFile(`high-availability/${name}`), 'utf8').split('\n')
  const ofNode = lines.map((line) =>
    // These lines name all nodes, or the first Redis master.
    /^#|CLUSTER=|HOSTS=|monitor|\bserver\b/.test(line)
      ? line
      : line.replace('10.0.0.11', `10.0.0.1${node}`).replace(/(?<=_NAME=)db1/, `db${node}`),
  )
  return ofNode
    .join('\n')
    .replace(/10\.0\.0\.0\/24/g, '127.0.0.0/8')
    .replace(/10\.0\.0\.1(\d)/g, (_, other: string) => hostOf(Number(other)))
    .replace(/(?<=[: ])\d{4,5}\b/g, (port) => String(ports.get(port) ?? port))
    .replace('/var/lib/etcd/rosella', join(dir, `etcd${node}`))
    .replace('/var/lib/postgresql/15/rosella', join(dir, `postgres${node}`, 'data'))
    .replace('/usr/lib/postgresql/15/bin', postgresPrograms)
    .replace('/var/run/postgresql', join(dir, `postgres${node}`))
}

function run(program: string, args: string[], log: string, options: object = {}): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const file = createWriteStream(join(dir, log), { flags: 'a' })
  child.stdout?.pipe(file, { end: false })
  child.stderr?.pipe(file, { end: false })
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

/** A machine with etcd, Patroni and PostgreSQL. */
class DatabaseNode {
  #etcd: ChildProcess | undefined
  #patroni: ChildProcess | undefined

  constructor(readonly node: number) {
    mkdirSync(this.#home)
    chownSync(this.#home, user.uid, user.gid)
    chmodSync(this.#home, 0o700)
    process.once('exit', () => this.signal('SIGKILL'))
  }

  get #home(): string {
    return join(dir, `postgres${this.node}`)
  }

  start(): void {
    const addresses = parseEnv(configured('node.env', this.node)) as Record<string, string>
    const etcd = Object.fromEntries(Object.entries(addresses).filter(([name]) => name.startsWith('ETCD')))
    this.#etcd = run(programs.etcd, [], `etcd${this.node}.log`, { env: etcd })
    const file = join(dir, `patroni${this.node}.yml`)
    writeFileSync(file, configured('patroni.yml', this.node))
    const env = {
      ...addresses,
      PATH: process.env.PATH,
      HOME: this.#home,
      PYTHONPATH: join(dir, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      PATRONI_POSTGRESQL_PGPASS: join(this.#home, 'pgpass'),
    }
    const args = ['-m', 'patroni', file]
    this.#patroni = run(programs.python, args, `patroni${this.node}.log`, { ...user, env, cwd: this.#home })
  }

  /** PostgreSQL is not a child of Patroni, so that it survives a restart of Patroni. */
  signal(signal: NodeJS.Signals): void {
    const pids = [this.#etcd?.pid, this.#patroni?.pid, ...this.#postgres()].filter((pid) => pid !== undefined)
    for (const pid of signal === 'SIGCONT' ? pids.reverse() : pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has already ended.
      }
    }
  }

  #postgres(): number[] {
    try {
      const pid = Number(readFileSync(join(this.#home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
      return [pid, ...children.filter((child) => child !== '').map(Number)]
    } catch {
      return []
    }
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    for (const child of [this.#etcd, this.#patroni]) if (child) await endProcess(child, 'SIGKILL')
  }
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

/** What Patroni reports at the first node that responds. */
async function cluster(): Promise<Member[]> {
  for (const node of NODES) {
    const signal = AbortSignal.timeout(1000)
    const response = await fetch(`http://${hostOf(node)}:${portOf('8008')}/cluster`, { signal }).catch(
      () => undefined,
    )
    const found = (await response?.json().catch(() => undefined)) as { members?: Member[] } | undefined
    if (found?.members) return found.members
  }
  return []
}

/** One leader, one synchronous replica, and all three on the same timeline. */
async function isHealthy(): Promise<boolean> {
  const members = await cluster()
  const has = (role: string) => members.filter((member) => member.role === role).length === 1
  const up = members.filter(({ state }) => state === 'running' || state === 'streaming')
  return (
    up.length === 3 &&
    new Set(up.map(({ timeline }) => timeline)).size === 1 &&
    has('leader') &&
    has('sync_standby')
  )
}

const patiently = async (name: string, isSo: () => Promise<boolean>) => {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    if (await isSo()) return
    await sleep(200)
  }
  throw new Error(`${name} is not ready after two minutes. Its logs are in ${dir}.`)
}

const nodes = NODES.map((node) => new DatabaseNode(node))
for (const node of nodes) node.start()

const redisArgs = (node: number) => {
  const file = join(dir, `redis${node}.conf`)
  const replica = node === 1 ? '' : `replicaof ${hostOf(1)} ${portOf('6379')}\n`
  writeFileSync(file, configured('redis.conf', node) + replica)
  return [file]
}
const redis = new Map(
  [1, 2].map((node) => [node, run(findProgram('redis'), redisArgs(node), `redis${node}.log`, { cwd: dir })]),
)
for (const node of NODES) {
  const file = join(dir, `sentinel${node}.conf`)
  writeFileSync(file, configured('sentinel.conf', node))
  run(findProgram('redis'), [file, '--sentinel'], `sentinel${node}.log`)
}
writeFileSync(join(dir, 'haproxy.cfg'), configured('haproxy.cfg', 1))
run(findProgram('haproxy'), ['-db', '-f', join(dir, 'haproxy.cfg')], 'haproxy.log')
await patiently('Patroni', isHealthy)

const admin = `postgres://postgres:${PASSWORD}@127.0.0.1:${portOf('5000')}/postgres`
const url = `postgres://rosella:${PASSWORD}@127.0.0.1:${portOf('5000')}/rosella`
await untilReady('HAProxy', async () => {
  const client = new pg.Client({ connectionString: admin })
  try {
    await client.connect()
    await client.query(`create role rosella login password '${PASSWORD}'`)
    await client.query('create database rosella owner rosella')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
})

const sentinels = NODES.map((node) => `${hostOf(node)}:${portOf('26379')}`).join(',')
const hosts = ['127.0.0.1', '127.0.0.2']
/** The processes that HAProxy can see. */
const visible = [...hosts]
const port = await freePort()
const startSite = (host: string) =>
  openServer({
    HOST: host,
    PORT: String(port),
    DATABASE_URL: url,
    REDIS_URL: `redis+sentinel://:${PASSWORD}@${sentinels}/rosella`,
    DATA_DIR: join(dir, 'data'),
    TRUST_PROXY: '1',
  })
const servers: ServerProcess[] = []
for (const host of hosts) servers.push(await startSite(host))
const outputs: (() => string)[] = servers.map(({ output }) => output)
const proxy = await startHaproxy({ hosts: visible, port })
await untilReady(
  'The site',
  async () => (await fetch(`${proxy.url}/readyz`).catch(() => undefined))?.ok ?? false,
)

let tally = new Tally()
const chatMembers = await addChatMembers(url, Number(visitorCount))
const visitors = chatMembers.map((me, n) => {
  const partner = chatMembers[n ^ 1]
  if (!partner) throw new Error('The number of visitors must be even.')
  return new Visitor(proxy.url, me, partner, () => tally)
})

async function leader(): Promise<DatabaseNode> {
  const name = (await cluster()).find(({ role }) => role === 'leader')?.name
  const found = nodes.find(({ node }) => `db${node}` === name)
  if (!found) throw new Error('There is no leader.')
  return found
}

/** Each kills something and resolves to what repairs it. */
const kills: Record<string, () => Promise<(since: number) => Promise<void>>> = {
  'primary killed (SIGKILL)': async () => {
    const node = await leader()
    await node.kill()
    return async () => node.start()
  },
  'primary paused for 60 s (SIGSTOP)': async () => {
    const node = await leader()
    node.signal('SIGSTOP')
    return async (since) => {
      await sleep(Math.max(0, since + PAUSE_MS - performance.now()))
      node.signal('SIGCONT')
    }
  },
  'Redis master killed': async () => {
    const [master] = redis
    if (!master) throw new Error('There is no Redis.')
    await endProcess(redis.get(1) as ChildProcess, 'SIGKILL')
    // It comes back as a replica, because Sentinel reconfigures it.
    return async () =>
      void redis.set(1, run(findProgram('redis'), [join(dir, 'redis1.conf')], 'redis1.log', { cwd: dir }))
  },
  'site process killed': async () => {
    await endProcess(servers[0]?.child as ChildProcess, 'SIGKILL')
    return async () => {
      servers[0] = await startSite(hosts[0] ?? '')
      outputs.push(servers[0].output)
    }
  },
  'HAProxy no longer sees one site process': async () => {
    visible.pop()
    return async () => {
      await sleep(10_000)
      visible.push(hosts[1] ?? '')
    }
  },
}

const counts = (all: readonly string[]): string =>
  [...new Set(all)].map((one) => `${all.filter((other) => other === one).length} × ${one}`).join(', ') ||
  'none'

const known = new Set<string>()
const rows: string[] = []
let failed = false
for (const [name, kill] of Object.entries(kills)) {
  if (only && !name.includes(only)) continue
  tally = new Tally()
  let over = false
  const lives = Promise.all(visitors.map((visitor) => visitor.live(() => over)))
  lives.catch(() => {})
  await sleep(5000)
  const counted = (count: (visitor: Visitor) => number) => visitors.reduce((sum, one) => sum + count(one), 0)
  const sockets = counted(({ chatter }) => chatter.connections)
  const streams = tally.took.stream.length
  const before = tally.failures.length
  const since = performance.now()
  const repair = await kill()
  let seconds: number | undefined
  const hasWritten = ({ chatter, gesturedAt }: Visitor) =>
    gesturedAt > since && (chatter.said.at(-1)?.sentAt ?? 0) > since
  while (seconds === undefined && performance.now() < since + 2 * PAUSE_MS) {
    if (visitors.every(hasWritten)) seconds = (performance.now() - since) / 1000
    else await sleep(20)
  }
  await repair(since)
  await patiently('Patroni', isHealthy)
  await sleep(10_000)
  over = true
  await lives
  const missing = await withoutStream(visitors)
  const { acknowledged, faults } = await judge(
    url,
    visitors.map(({ chatter }) => chatter),
  )
  faults.push(...(await wrongFavourites({ postgres: { url } }, visitors)), ...missing)
  const found = faults.filter((fault) => !known.has(fault))
  for (const fault of found) known.add(fault)
  const twice = found.filter((fault) => /twice|stored [2-9] times/.test(fault)).length
  const after = tally.failures.slice(before)
  const bad = after.filter((failure) => /: (?!503$)\d/.test(failure)).length
  failed ||= found.length > 0 || bad > 0 || (seconds ?? Number.POSITIVE_INFINITY) > TARGET_SECONDS
  const cells = [
    name,
    found.length - twice,
    twice,
    seconds?.toFixed(1) ?? 'never',
    counts(after.map((failure) => failure.replace(/^[\w ]+: /, ''))),
    `${counted(({ chatter }) => chatter.connections) - sockets} sockets, ${tally.took.stream.length - streams} streams`,
    acknowledged,
  ]
  rows.push(`| ${cells.join(' | ')} |`)
  console.log(rows.at(-1))
  for (const fault of found.slice(0, 20)) console.log(`  ${fault}`)
}

const errors = outputs.flatMap((output) =>
  output()
    .split('\n')
    .filter((line) => line.includes('"level":50')),
)
console.log(`
${visitorCount} visitors, three PostgreSQL and etcd, two Redis, three Sentinels, two site processes
| Kill | Acknowledged writes lost | Doubles | Seconds until everybody writes again | Failed calls | Reconnected by themselves | Acknowledged so far |
|---|---|---|---|---|---|---|
${rows.join('\n')}
${errors.length} errors in the site's logs`)
for (const line of new Set(errors.map((error) => error.slice(0, 600)))) console.log(`  ${line}`)
for (const visitor of visitors) visitor.leave()
await proxy.close()
for (const { child } of servers) await endProcess(child, 'SIGKILL')
for (const node of nodes) await node.kill()
if (!failed) rmSync(dir, { recursive: true, force: true })
else console.log(`The logs are in ${dir}.`)
process.exit(failed ? 1 : 0)
