import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucket } from '@rosella/testkit/bucket'
import { endProcess } from '@rosella/testkit/child-process'
import { freePort } from '@rosella/testkit/free-port'
import { PostgresServer } from '@rosella/testkit/postgres-server'
import { RedisServer } from '@rosella/testkit/redis-server'
import { openServer, type ServerProcess } from '../e2e/server-process'

/** The built server with its own PostgreSQL, Redis and bucket, all of which can fail. */
export interface FaultySite {
  url: string
  postgres: PostgresServer
  redis: RedisServer
  bucket: Awaited<ReturnType<typeof openBucket>>
  server(): ServerProcess
  /** Starts a new process after the previous one has ended. */
  startAgain(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL stores its data in the given folder. `more` are settings of the server. */
export async function openFaultySite(
  postgresHome?: string,
  more: Record<string, string> = {},
): Promise<FaultySite> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-faults-'))
  const [postgres, redis, bucket] = await Promise.all([
    PostgresServer.start(postgresHome),
    RedisServer.start({ persistent: false }),
    openBucket(),
  ])
  const env = {
    ...bucket.env,
    PORT: String(await freePort()),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: dir,
    TRUST_PROXY: '1',
    ...more,
  }
  let server: ServerProcess
  server = await openServer(env)
  return {
    url: server.url,
    postgres,
    redis,
    bucket,
    server: () => server,
    async startAgain() {
      server = await openServer(env)
    },
    async close() {
      await endProcess(server.child, 'SIGKILL')
      await bucket.close()
      await redis.remove()
      await postgres.remove()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
