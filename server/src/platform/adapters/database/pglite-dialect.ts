import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pLimit from 'p-limit'
import { TransientError } from '../../failure'
import type { PgliteSession } from './pglite-session'

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Returns the current session, or a new one if that has ended. */
export type CurrentSession = () => Promise<PgliteSession>

/** Kysely on PGlite's single session: a connection has the whole database to itself. */
export function pgliteDialect(current: CurrentSession, waitMs: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => pgliteDriver(current, waitMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

interface Connection extends DatabaseConnection {
  session: PgliteSession
}

function pgliteDriver(current: CurrentSession, waitMs: number): Driver {
  const queue = openQueue(waitMs)
  const connect = (session: PgliteSession): Connection => ({
    session,
    executeQuery: (query) => execute(session, query),
    streamQuery: () => {
      throw new Error('The embedded database does not support streaming.')
    },
  })
  const execSql = async (connection: DatabaseConnection, sql: string) =>
    void (await execute((connection as Connection).session, CompiledQuery.raw(sql)))
  return {
    async init() {},
    async acquireConnection() {
      await queue.enter()
      // The session is replaced only here, between two users, so that no transaction continues in another session.
      return current().then(connect, (error) => {
        queue.leave()
        throw error
      })
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await execSql(connection, `start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    commitTransaction: (connection) => execSql(connection, 'commit'),
    rollbackTransaction: (connection) => execSql(connection, 'rollback'),
    async releaseConnection() {
      queue.leave()
    },
    async destroy() {
      await queue.enter().catch(() => {})
      const end = async () => execSql(connect(await current()), 'checkpoint')
      await end().catch(() => {})
    },
  }
}

async function execute<Row>(session: PgliteSession, query: CompiledQuery): Promise<QueryResult<Row>> {
  const { rows, command, count, bytes } = await session.run(query.sql, query.parameters)
  for (const column of bytes)
    for (const row of rows) {
      const value = row[column]
      if (value instanceof Uint8Array)
        row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  return {
    rows: rows as Row[],
    numAffectedRows: changes.has(command) ? BigInt(count) : undefined,
  }
}

/**
 * A first-come, first-served queue. Waiting is limited, because code that uses the root handle inside its own
 * transaction waits for itself and must fail.
 */
function openQueue(waitMs: number) {
  const limited = pLimit(1)
  let leave = () => {}
  return {
    enter: () =>
      new Promise<void>((resolve, reject) => {
        let isWaiting = true
        const timer = setTimeout(() => {
          isWaiting = false
          reject(
            new TransientError(
              `The embedded database was busy for ${waitMs / 1000} s: is a transaction waiting for itself?`,
            ),
          )
        }, waitMs)
        void limited(async () => {
          if (!isWaiting) return
          clearTimeout(timer)
          resolve()
          await new Promise<void>((done) => {
            leave = done
          })
        })
      }),
    leave: () => leave(),
  }
}
