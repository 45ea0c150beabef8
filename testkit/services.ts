import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL where tests may make databases. Absent services fail a test: a skipped proof is none. */
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
    `${name} is not set: run the tests by npm test, or node tools/test/with-services.mjs npx vitest`,
  )
}

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty database of its own; drop() also ends connections that are still open. */
export async function freshPostgresDatabase(): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) }
}

async function administer(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
