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
import type { PgliteSession } from './pglite-session'

const changes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Kysely over the one session of PGlite: whoever has the connection has the whole database. */
export function pgliteDialect(session: PgliteSession, waitMs: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => pgliteDriver(session, waitMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function pgliteDriver(session: PgliteSession, waitMs: number): Driver {
  const turn = takeTurns(waitMs)
  const connection: DatabaseConnection = {
    executeQuery: (query) => execute(session, query),
    streamQuery: () => {
      throw new Error('The embedded database does not stream.')
    },
  }
  const say = async (sql: string) => void (await execute(session, CompiledQuery.raw(sql)))
  return {
    async init() {},
    async acquireConnection() {
      await turn.take()
      return connection
    },
    async beginTransaction(_, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await say(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    commitTransaction: () => say('commit'),
    rollbackTransaction: () => say('rollback'),
    async releaseConnection() {
      turn.pass()
    },
    async destroy() {
      await turn.take().catch(() => {})
      await say('checkpoint').catch(() => {})
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
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async take(): Promise<void> {
      if (!taken) {
        taken = true
        return
      }
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          clearTimeout(limit)
          resolve()
        }
        const limit = setTimeout(() => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(
            new Error(
              `The embedded database was busy for ${waitMs / 1000} s: is a transaction waiting for itself?`,
            ),
          )
        }, waitMs)
        waiting.push(go)
      })
    },
    pass(): void {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}
