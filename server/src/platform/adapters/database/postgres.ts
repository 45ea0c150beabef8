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
 * SQLSTATE of a PostgreSQL, served or embedded, that is away (08, 57P0x), has no room or no connection left (53), ran
 * out of time (57014, 25P03) or cannot read its disk (58030).
 */
const TRANSIENT = /^(08...|53...|57P0[123]|57014|58030|25P03)$/

export const isTransientState = ({ code = '' }: { code?: string }): boolean => TRANSIENT.test(code)

export interface PostgresOptions {
  /** Connections of this process at most. */
  connections?: number
  statementMs?: number
  /** Hot statements go by name. Not behind a PgBouncer that hands connections on between transactions and is older than 1.21. */
  keepStatements?: boolean
  connectMs?: number
  /** Hears of connections that broke while nobody used them; the pool makes new ones. */
  onError?: (error: Error) => void
}

const oldest = 15
/** What an answer that the server has cut short may take on its way. */
const ANSWER_MS = 1000
const int8 = 20
const int8Array = 1016
const date = 1082
const dateArray = 1182
// Not among the types that @types/pg names.
const textArray: number = 1009

/** PostgreSQL as a server of its own. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { connections = 10, statementMs = 15_000, connectMs = 5_000, onError = () => {} } = options
  const nameFor = options.keepStatements === false ? () => undefined : preparedName
  const openPool = (limits: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      types: { getTypeParser: typeParser },
      onConnect: (client) => compileNothing(client as Client, connectMs),
      ...limits,
    })
    pool.on('error', onError)
    // The pool listens only to idle connections: one lost inside a transaction would end the process.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const pool = openPool({
    // By this a restore knows that the site is running.
    application_name: 'rosella',
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 2 * statementMs,
  })
  const limited = { pool: byName(pool, nameFor, statementMs + ANSWER_MS) }
  // Two, because an index that is built concurrently is built beside the transaction that has the turn (migrate.ts).
  const unlimited = {
    pool: byName(openPool({ application_name: 'rosella-long', max: 2, idleTimeoutMillis: 1000 }), nameFor),
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect(limited) })
  try {
    await refuseOldServers(db)
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

/** Building an index, waiting for who builds it, or reading everything may take longer than any request should. */
class UnlimitedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings)
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await connection.executeQuery(CompiledQuery.raw(`set local ${limit} = 0`))
  }
}

/**
 * Hot statements go by name, so that the server parses and plans them once for a connection.
 *
 * The server's own limit is no help while the server itself stands still. Whoever waits longer is cut off, with the
 * connection: nobody knows what becomes of its transaction, so nobody else may be given it. Without `answerMs`
 * everyone waits.
 */
function byName(pool: pg.Pool, nameFor: typeof preparedName, answerMs?: number): PostgresPool {
  // Kysely knows a connection again by this object.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect().catch(orTransient)
      const known = wrapped.get(client) ?? wrap(client as Client, nameFor, answerMs)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

type Client = pg.PoolClient & Pick<pg.Client, 'connection'>

/** Compiling a statement takes PostgreSQL seconds, and none of ours runs long enough to get them back. */
async function compileNothing(client: Client, mostMs: number): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), mostMs)
  await client.query('set jit = off').finally(() => clearTimeout(timer))
}

function wrap(client: Client, nameFor: typeof preparedName, answerMs?: number): PostgresPoolClient {
  return {
    query(text: string, values: readonly unknown[]) {
      const answered = new Promise((resolve, reject) => {
        const timer = answerMs && setTimeout(() => client.connection.stream.destroy(), answerMs)
        const query = new NamedQuery(text, values, (error, result) => {
          clearTimeout(timer)
          if (error) reject(error)
          else resolve(result)
        })
        query.name = nameFor(text)
        client.query(query)
      })
      return answered.catch(orTransient)
    },
    release: () => client.release(),
  } as unknown as PostgresPoolClient
}

/** What the pool and the driver say when a connection cannot be had or is lost; they give no codes. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|not queryable/

const orTransient = throwTransient((error: DriverError) =>
  error instanceof pg.DatabaseError
    ? isTransientState(error)
    : isNetworkError(error) || LOST.test(error.message),
)

async function refuseOldServers(db: Kysely<Tables>): Promise<void> {
  const asked = sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const { rows } = await asked.catch((error: Error) => {
    throw new Error(`PostgreSQL cannot be reached: ${error.message || String(error)}`, { cause: error })
  })
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version < oldest) throw new Error(`PostgreSQL ${version} is too old: ${oldest} or newer is needed.`)
}

/** Made by hand: given as an object, the driver would copy the object property by property at every call. */
const NamedQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => pg.Submittable & { name: string | undefined }

type Parser = (value: string) => unknown
const parsers = new Map<number, Parser>()

/** Asked for every column of every answer, so each is looked for once. */
function typeParser(oid: number, format?: 'text' | 'binary'): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary') as unknown as Parser
  const known = parsers.get(oid)
  if (known) return known
  const parser = textParser(oid)
  parsers.set(oid, parser)
  return parser
}

/** As PGlite gives them: bigint as number, date as 'YYYY-MM-DD'. */
function textParser(oid: number): Parser {
  if (oid === int8) return Number
  if (oid === date) return String
  if (oid === dateArray) return texts
  if (oid === int8Array) return numberArray
  return pg.types.getTypeParser(oid, 'text')
}

const texts = pg.types.getTypeParser(textArray, 'text')
/** Nothing but numbers, as nearly all are; else there are arrays in it, or gaps. */
const plainNumbers = /^\{[\d,-]+\}$/

function numberArray(list: string): unknown {
  if (list === '{}') return []
  return plainNumbers.test(list) ? list.slice(1, -1).split(',').map(Number) : numbers(texts(list))
}

function numbers(list: unknown): unknown {
  if (Array.isArray(list)) return list.map(numbers)
  return list === null ? null : Number(list)
}
