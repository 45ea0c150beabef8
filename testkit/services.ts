import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server for tests. A missing service fails the test instead of skipping it. */
export function postgresUrl(): string {
  return needed('TEST_DATABASE_URL')
}

export function redisUrl(): string {
  return needed('TEST_REDIS_URL')
}

function needed(name: string): string {
  const url = process.env[name]
  if (url) return url
  throw new Error(
    `${name} is not set. Run the tests with npm test, or with node tools/test/with-services.mjs npx vitest`,
  )
}

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/** A new database, empty or copied from a template; drop() also closes open connections. */
export async function freshPostgresDatabase(like = 'template1'): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying the files is faster than writing every page to the log first, which is the default.
  await administering((query) => query(`create database ${name} template ${like} strategy file_copy`))
  const drop = () => administering((query) => query(`drop database if exists ${name} with (force)`))
  return { url: databaseUrl(name), drop: async () => void (await drop()) }
}

export function databaseUrl(name: string): string {
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  return url.href
}

type Query = (command: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Runs work on the test server under a lock, so that no other worker does it at the same time. */
export function oneAtATime<T>(work: (query: Query) => Promise<T>): Promise<T> {
  return administering(async (query) => {
    await query('select pg_advisory_lock(1)')
    return work(query)
  })
}

async function administering<T>(work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    return await work((command, values) => client.query(command, values))
  } finally {
    await client.end()
  }
}
