import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, untilReady } from '@rosella/testkit/child-process'
import { freePort } from '@rosella/testkit/free-port'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { redisUrl } from '@rosella/testkit/services'
import { openServer, type ServerProcess } from '../server-process'
import { type Behind, type RunningProxy, startHaproxy } from './proxy'

/** Longer than the proxy needs to notice, according to ops/haproxy.cfg. */
const DRAIN_SECONDS = 3

/** Some processes of the built server on one PostgreSQL and Redis, behind HAProxy. */
export interface ScaledSite {
  url: string
  postgres: PostgresServer
  /** The running server processes, without the proxy. */
  processes(): readonly ServerProcess[]
  proxy: RunningProxy
  behind: Behind
  /** A folder that is deleted with the site. */
  dir: string
  /** Restarts a process, optionally with another release. Resolves once the proxy uses it again. */
  restart(process: number, program?: string): Promise<void>
  close(): Promise<void>
}

export async function openScaledSite(
  count: number,
  {
    storage,
    program,
    prepare,
  }: { storage?: string; program?: string; prepare?: (databaseUrl: string) => Promise<void> } = {},
): Promise<ScaledSite> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-scale-'))
  const postgres = await PostgresServer.start()
  await prepare?.(postgres.url)
  const port = await freePort()
  const hosts = Array.from({ length: count }, (_, n) => `127.0.0.${n + 1}`)
  const common = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl(),
    REDIS_PREFIX: `scale-${randomUUID().slice(0, 8)}`,
    DATA_DIR: dir,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    PORT: String(port),
  }
  const start = (host: string, program?: string) => openServer({ ...common, HOST: host }, program)
  const running: ServerProcess[] = []
  for (const host of hosts) running.push(await start(host, program))
  const proxy = await startHaproxy({ hosts, port, storage })
  const isReady = async () => (await fetch(`${proxy.url}/readyz`).catch(() => undefined))?.ok ?? false
  await untilReady('The proxy', isReady)
  return {
    url: proxy.url,
    postgres,
    proxy,
    behind: { hosts, port, storage },
    dir,
    processes: () => running,
    async restart(n, program) {
      const server = running[n]
      if (!server) throw new Error(`There is no process ${n}.`)
      server.child.kill('SIGTERM')
      const code = await server.exit
      if (code !== 0) throw new Error(`The process ended with ${code}: ${server.errors()}`)
      running[n] = await start(hosts[n] ?? '', program)
      // The proxy checks once a second.
      await sleep(2000)
    },
    async close() {
      await proxy.close()
      await Promise.all(running.map(({ child }) => endProcess(child, 'SIGKILL')))
      await postgres.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
