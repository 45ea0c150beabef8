import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import type { ChatMember } from '@rosella/testkit/chat-members'
import { endProcess } from '@rosella/testkit/child-process'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { tryAlerts } from '@rosella/testkit/promtool'
import { redisUrl } from '@rosella/testkit/services'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runScaleOut } from './scale-out/run'
import { opened, type ServerProcess, startServer } from './server-process'

const METRICS_TOKEN = 'metrics-token'
/** A busy machine schedules late. */
const NOISE_MS = 500
let dir: string
let postgres: PostgresServer
let server: ServerProcess

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-processes-test-'))
  postgres = await PostgresServer.start()
  const env = {
    PROCESSES: '2',
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl(),
    REDIS_PREFIX: `processes-${randomUUID().slice(0, 8)}`,
    DATA_DIR: dir,
    RUNTIME_DIRECTORY: dir,
  }
  await writeSettings('Before')
  server = await startServer(env, undefined, dir)
  // systemd sends this when it reloads a unit that it has just started.
  await vi.waitUntil(() => workerPids().length > 0, { timeout: 60_000 })
  server.child.kill('SIGHUP')
  await opened(server)
})
afterAll(async () => {
  if (server) await endProcess(server.child, 'SIGKILL')
  await postgres?.remove()
  await rm(dir, { recursive: true, force: true })
})

const restarted = () => server.errors().split('All 2 processes have been restarted.').length - 1

/** The workers of the supervisor. */
function workerPids(): number[] {
  const { pid } = server.child
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return found === '' ? [] : found.split(/\s+/).map(Number)
}

const writeSettings = (name: string) =>
  writeFile(join(dir, '.env'), `METRICS_TOKEN=${METRICS_TOKEN}\nSITE_NAME=${name}\n`)

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' }
  return (await fetch(`${server.url}/metrics`, { headers })).text()
}

/** The workers that are up. */
const up = async () =>
  [...(await scrape()).matchAll(/^rosella_worker_up\{worker="(\d)"\} 1$/gm)].map(([, n]) => n)

/** Requests served by both workers since the supervisor started. */
const served = (metrics: string): number =>
  [...metrics.matchAll(/^rosella_http_request_seconds_count\{.*\} (\d+)$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )

/** The members who chatted during the restart. */
async function chatMembers(): Promise<ChatMember[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query('select member_id::int as id, email from account order by 1')
  await client.end()
  return rows.map(({ id, email }) => ({ id, email, token: `token-of-chatter-${id}` }))
}

/** Opens a new connection for every request, so that each may reach another process. */
function connect(
  me: ChatMember,
  transports: ('polling' | 'websocket')[],
): Socket<ServerEvents, ClientEvents> {
  return io(server.url, {
    path: SOCKET_PATH,
    transports,
    forceNew: true,
    reconnection: false,
    // Node's client accepts an agent, but the types only know the browser's.
    agent: new Agent({ keepAlive: false }) as unknown as string,
    auth: { email: me.email, token: me.token },
  })
}

test('PROCESSES=2 runs two processes on one port and serves their metrics together', async () => {
  expect(server.output()).toMatch(/is open at \S+ with 2 processes/)
  await expect.poll(restarted, { timeout: 100_000 }).toBe(1)
  expect(workerPids()).toHaveLength(2)
  await expect.poll(up).toEqual(['1', '2'])
  const metrics = await scrape()
  for (const worker of ['1', '2'])
    expect(metrics).toMatch(
      new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{worker="${worker}"\\} [\\d.]+$`, 'm'),
    )
  expect(readdirSync(dir).some((name) => name.startsWith('rosella-workers-'))).toBe(true)
})

test('PostgreSQL hangs, and every worker still reports its metrics within half a second', async () => {
  await scrape()
  postgres.pause()
  try {
    await scrape()
    // The ping gives up after two seconds.
    await sleep(2500)
    const began = performance.now()
    const hanging = await scrape()
    expect(performance.now() - began).toBeLessThan(500 + NOISE_MS)
    expect(hanging).toContain('rosella_part_up{part="database"} 0')
    for (const worker of ['1', '2']) {
      expect(hanging).toContain(`rosella_worker_up{worker="${worker}"} 1`)
      expect(hanging).toMatch(new RegExp(`^process_cpu_seconds_total\\{worker="${worker}"\\} \\S+$`, 'm'))
    }
  } finally {
    postgres.resume()
  }
  await expect.poll(scrape, { timeout: 20_000 }).toContain('rosella_part_up{part="database"} 1')
})

test('a killed process is replaced while the other keeps serving', async () => {
  const before = workerPids()
  const well = await scrape()
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(up).toHaveLength(1)
  const fault = await scrape()
  tryAlerts(['RosellaWorkerMissing', 'RosellaWorkerCrashes'].map((alert) => ({ alert, well, fault })))
  expect(served(fault)).toBeGreaterThanOrEqual(served(well))
  await expect.poll(server.errors).toMatch(/Process \d+ was killed by SIGKILL; starting a replacement\./)
  // Use new connections, because those of the killed process are lost.
  const check = () => fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })
  const answers = await Promise.all(Array.from({ length: 10 }, check))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  // On a busy machine, a process takes half a minute to start.
  await expect.poll(up, { timeout: 100_000 }).toEqual(['1', '2'])
  expect(served(await scrape())).toBeGreaterThanOrEqual(served(fault))
  const after = workerPids()
  expect(after).toHaveLength(2)
  expect(after).toContain(before[1])
  expect(after).not.toContain(before[0])
})

test('SIGHUP replaces the processes one by one without a failed request or a lost message', {
  timeout: 240_000,
}, async () => {
  const before = workerPids()
  let restarts = restarted()
  const restart = async () => {
    server.child.kill('SIGHUP')
    restarts++
    await expect.poll(restarted, { timeout: 200_000 }).toBe(restarts)
  }
  await writeSettings('After')
  const requests = served(await scrape())
  const site = { url: server.url, postgres, restart }
  const ran = await runScaleOut(site, { visitors: 12, steadySeconds: 1, restarts: 1 })
  expect(ran.steady.failures).toEqual([])
  expect(ran.rolling.failures).toEqual([])
  expect(ran.faults).toEqual([])
  for (const kind of ['list', 'gesture', 'message', 'stream'] as const)
    expect(ran.rolling.took[kind].length, kind).toBeGreaterThan(0)
  expect(workerPids()).toHaveLength(2)
  for (const pid of before) expect(workerPids()).not.toContain(pid)
  // The replaced workers' last requests are counted too.
  expect(served(await scrape())).toBeGreaterThan(requests + ran.rolling.took.list.length)
  expect(await (await fetch(server.url)).text()).toContain('After')
})

test('long polling and its upgrade to a WebSocket work whichever process gets each request', async () => {
  const members = await chatMembers()
  expect(members.length).toBeGreaterThan(6)
  for (const [n, me] of members.entries()) {
    const partner = members[n ^ 1] as ChatMember
    const [own, theirs] = [connect(me, ['polling']), connect(partner, ['polling', 'websocket'])]
    try {
      const connected = [own, theirs].map(
        (socket) =>
          new Promise<void>((resolve, reject) => {
            socket.on('connect', resolve)
            socket.on('connect_error', reject)
          }),
      )
      await Promise.all(connected)
      const received = new Promise<string>((resolve) => {
        theirs.on('receiveMessage', ({ message }) => message === `Hello ${n}` && resolve(message))
      })
      const message = { receiver_id: partner.id, message: `Hello ${n}`, client_id: randomUUID() }
      expect(await own.timeout(10_000).emitWithAck('sendMessage', message)).toMatchObject({ ok: true })
      expect(await received).toBe(`Hello ${n}`)
      await expect.poll(() => theirs.io.engine.transport.name).toBe('websocket')
      expect(own.io.engine.transport.name).toBe('polling')
    } finally {
      own.disconnect()
      theirs.disconnect()
    }
  }
})

test('SIGTERM ends all processes and exits with 0', async () => {
  const pids = workerPids()
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
