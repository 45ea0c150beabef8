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

/** The session of the moment; a new one when the last is over. */
export type CurrentSession = () => Promise<PgliteSession>

/** Kysely over the one session of PGlite: whoever has the connection has the whole database. */
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
  const turn = takeTurns(waitMs)
  const connect = (session: PgliteSession): Connection => ({
    session,
    executeQuery: (query) => execute(session, query),
    streamQuery: () => {
      throw new Error('The embedded database does not stream.')
    },
  })
  const say = async (connection: DatabaseConnection, sql: string) =>
    void (await execute((connection as Connection).session, CompiledQuery.raw(sql)))
  return {
    async init() {},
    async acquireConnection() {
      await turn.take()
      // Only here, between two who use it: nobody's transaction goes on in another session.
      return current().then(connect, (error) => {
        turn.pass()
        throw error
      })
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await say(connection, `start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    commitTransaction: (connection) => say(connection, 'commit'),
    rollbackTransaction: (connection) => say(connection, 'rollback'),
    async releaseConnection() {
      turn.pass()
    },
    async destroy() {
      await turn.take().catch(() => {})
      const end = async () => say(connect(await current()), 'checkpoint')
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
 * First come, first served. Waiting has an end: code that uses the root handle inside its own transaction
 * waits for itself, and should hear of it.
 */
function takeTurns(waitMs: number) {
  const queue = pLimit(1)
  let pass = () => {}
  return {
    take: () =>
      new Promise<void>((resolve, reject) => {
        let isWaiting = true
        const limit = setTimeout(() => {
          isWaiting = false
          reject(
            new TransientError(
              `The embedded database was busy for ${waitMs / 1000} s: is a transaction waiting for itself?`,
            ),
          )
        }, waitMs)
        void queue(async () => {
          if (!isWaiting) return
          clearTimeout(limit)
          resolve()
          await new Promise<void>((done) => {
            pass = done
          })
        })
      }),
    pass: () => pass(),
  }
}
