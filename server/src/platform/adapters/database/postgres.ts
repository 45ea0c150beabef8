import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { preparedName } from '../../database/prepared'
import type { Tables } from '../../database/tables'
import type { Database } from '../../ports/database'
import { type DriverError, isNetworkError, throwTransient } from '../throw-transient'

/**
 * SQLSTATEs of a PostgreSQL, served or embedded, that is down (08, 57P0x), out of space or connections (53), too
 * slow (57014, 25P03), unable to read its disk (58030), or no longer the primary (25006).
 */
const TRANSIENT = /^(08...|53...|57P0[123]|57014|58030|25P03|25006)$/

/** The connection leads to a server that is stopping or has become a replica, so it must not be used again. */
const DEMOTED = /^(25006|57P0[123])$/

export const isTransientState = ({ code = '' }: { code?: string }): boolean => TRANSIENT.test(code)

export interface PostgresOptions {
  /** The maximum for this process. */
  connections?: number
  statementMs?: number
  /** Prepare hot statements by name. Must be off behind PgBouncer in transaction mode before 1.21. */
  keepStatements?: boolean
  connectMs?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  onError?: (error: Error) => void
}

const oldest = 15
/** Extra time for the server's own timeout error to arrive. */
const REPLY_MS = 1000
const int8 = 20
const int8Array = 1016
const date = 1082
const dateArray = 1182
// @types/pg does not list this type.
const textArray: number = 1009

/** A PostgreSQL server. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { connections = 10, statementMs = 15_000, connectMs = 5_000, onError = () => {} } = options
  const nameFor = options.keepStatements === false ? () => undefined : preparedName
  const openPool = (limits: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      types: { getTypeParser: typeParser },
      onConnect: (client) => disableJit(client as Client, connectMs),
      ...limits,
    })
    pool.on('error', onError)
    // The pool listens only to idle connections; an unhandled error inside a transaction would end the process.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const pool = openPool({
    // A restore detects a running site by this name.
    application_name: 'rosella',
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 2 * statementMs,
  })
  const limited = { pool: withStatementNames(pool, nameFor, statementMs + REPLY_MS) }
  // Two, because an index built concurrently needs a connection beside the transaction that holds the lock
  // (migrate.ts).
  const unlimited = {
    pool: withStatementNames(
      openPool({ application_name: 'rosella-long', max: 2, idleTimeoutMillis: 1000 }),
      nameFor,
    ),
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect(limited) })
  try {
    await assertServerVersion(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const long = new Kysely<Tables>({
    dialect: Object.assign(new PostgresDialect(unlimited), {
      createDriver: () => new UnlimitedDriver(unlimited),
    }),
  })
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    db,
    unlimited: long,
    async ping() {
      await sql`select 1`.execute(db)
    },
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: connections,
    }),
    close() {
      closing ??= Promise.all([db.destroy(), long.destroy()]).then(() => {})
      return closing
    },
  }
}

/** For work that may outlast any request: building an index, waiting for one, reading everything. */
class UnlimitedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings)
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await connection.executeQuery(CompiledQuery.raw(`set local ${limit} = 0`))
  }
}

/**
 * Sends hot statements by name, so that the server parses and plans them once per connection.
 *
 * The server's own timeout does not help when the server itself hangs. After `replyMs` we destroy the connection
 * instead of reusing it, because the state of its transaction is unknown. Without `replyMs` there is no limit.
 */
function withStatementNames(pool: pg.Pool, nameFor: typeof preparedName, replyMs?: number): PostgresPool {
  // Kysely identifies a connection by this object.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect().catch(orTransient)
      const known = wrapped.get(client) ?? wrap(client as Client, nameFor, replyMs)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

type Client = pg.PoolClient & Pick<pg.Client, 'connection'>

/** JIT compilation takes seconds, and none of our statements runs long enough to benefit. */
async function disableJit(client: Client, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), timeoutMs)
  await client.query('set jit = off').finally(() => clearTimeout(timer))
}

function wrap(client: Client, nameFor: typeof preparedName, replyMs?: number): PostgresPoolClient {
  let isDemoted = false
  return {
    query(text: string, values: readonly unknown[]) {
      const result = new Promise((resolve, reject) => {
        const timer = replyMs && setTimeout(() => client.connection.stream.destroy(), replyMs)
        const query = new NamedQuery(text, values, (error, result) => {
          clearTimeout(timer)
          isDemoted ||= DEMOTED.test((error as DriverError | null)?.code ?? '')
          if (error) reject(error)
          else resolve(result)
        })
        query.name = nameFor(text)
        client.query(query)
      })
      return result.catch(orTransient)
    },
    release: () => client.release(isDemoted),
  } as unknown as PostgresPoolClient
}

/** Errors of the pool and the driver for a lost or unavailable connection; they have no codes. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|not queryable/

const orTransient = throwTransient((error: DriverError) =>
  error instanceof pg.DatabaseError
    ? isTransientState(error)
    : isNetworkError(error) || LOST.test(error.message),
)

async function assertServerVersion(db: Kysely<Tables>): Promise<void> {
  const reading = sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(
    db,
  )
  const { rows } = await reading.catch((error: Error) => {
    throw new Error(`Cannot connect to PostgreSQL: ${error.message || String(error)}`, { cause: error })
  })
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version < oldest)
    throw new Error(`PostgreSQL ${version} is too old. Version ${oldest} or newer is needed.`)
}

/** Constructed directly, because the driver would copy a config object property by property at every call. */
const NamedQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => pg.Submittable & { name: string | undefined }

type Parser = (value: string) => unknown
const parsers = new Map<number, Parser>()

/** Cached, because the driver calls this for every column of every result. */
function typeParser(oid: number, format?: 'text' | 'binary'): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary') as unknown as Parser
  const known = parsers.get(oid)
  if (known) return known
  const parser = textParser(oid)
  parsers.set(oid, parser)
  return parser
}

/** Same as PGlite: bigint as number, date as 'YYYY-MM-DD'. */
function textParser(oid: number): Parser {
  if (oid === int8) return Number
  if (oid === date) return String
  if (oid === dateArray) return texts
  if (oid === int8Array) return numberArray
  return pg.types.getTypeParser(oid, 'text')
}

const texts = pg.types.getTypeParser(textArray, 'text')
/** A flat array without NULLs, as nearly all are. */
const plainNumbers = /^\{[\d,-]+\}$/

function numberArray(list: string): unknown {
  if (list === '{}') return []
  return plainNumbers.test(list) ? list.slice(1, -1).split(',').map(Number) : numbers(texts(list))
}

function numbers(list: unknown): unknown {
  if (Array.isArray(list)) return list.map(numbers)
  return list === null ? null : Number(list)
}
