import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@rosella/testkit/free-port'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { redisUrl } from '@rosella/testkit/services'
import { opened, type ServerProcess, startServer } from '../server-process'
import { Balancer } from './balancer'

/** Two processes of the built server on one PostgreSQL and Redis. Each is restarted whenever it ends. */
export interface Site {
  postgres: PostgresServer
  balancer: Balancer
  /** kill -9. The process is restarted automatically. */
  kill(process: 0 | 1): void
  /** The errors and last log lines of the processes, to debug a failure. */
  errors(): string
  close(): Promise<void>
}

export async function openSite(): Promise<Site> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-kill-'))
  const postgres = await PostgresServer.start()
  const ports = [await freePort(), await freePort()]
  const prefix = `kill-${randomUUID().slice(0, 8)}`
  const supervisors = ports.map((port) => {
    const [DATABASE_URL, DATA_DIR] = [postgres.url, join(dir, String(port))]
    return supervise({
      PORT: String(port),
      DATABASE_URL,
      REDIS_URL: redisUrl(),
      REDIS_PREFIX: prefix,
      DATA_DIR,
    })
  })
  for (const supervisor of supervisors) await supervisor.ready()
  const balancer = await Balancer.open(ports)
  return {
    postgres,
    balancer,
    kill: (process) => supervisors[process]?.kill(),
    errors: () => supervisors.map((supervisor) => supervisor.errors()).join('\n'),
    async close() {
      balancer.close()
      await Promise.all(supervisors.map((supervisor) => supervisor.stop()))
      await postgres.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function supervise(env: Record<string, string>) {
  let stopping = false
  const started: ServerProcess[] = []
  const ended = (async () => {
    while (!stopping) {
      const server = await startServer(env)
      started.push(server)
      if (stopping) server.child.kill('SIGKILL')
      await server.exit
      await sleep(100)
    }
  })()
  process.once('exit', () => started.at(-1)?.child.kill('SIGKILL'))
  return {
    async ready() {
      while (started.length === 0) await sleep(20)
      await opened(started.at(-1) as ServerProcess)
    },
    kill: () => void started.at(-1)?.child.kill('SIGKILL'),
    errors: () => started.map((server) => server.errors() + server.output().slice(-3000)).join('\n'),
    async stop() {
      stopping = true
      started.at(-1)?.child.kill('SIGKILL')
      await ended
    },
  }
}
