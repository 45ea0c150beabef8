import { PostgresServer } from '@rosella/testkit/postgres-server'
import { type FreshDatabase, freshPostgresDatabase } from '@rosella/testkit/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepared } from '../../database/prepared'
import { TransientError } from '../../failure'
import type { Db } from '../../ports/database'
import { openPostgres } from './postgres'

describe('a PostgreSQL server', () => {
  let fresh: FreshDatabase

  beforeAll(async () => {
    fresh = await freshPostgresDatabase()
  })
  afterAll(() => fresh?.drop())

  async function endOthers(db: Db): Promise<void> {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  }

  test('reports and replaces idle connections that were lost', async () => {
    const errors: Error[] = []
    const database = await openPostgres(fresh.url, { onError: (error) => errors.push(error) })
    const other = await openPostgres(fresh.url)
    await endOthers(other.db)
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
    await other.close()
  })

  test('JIT is off on every connection, because cost estimates would trigger it needlessly', async () => {
    const database = await openPostgres(fresh.url)
    for (const db of [database.db, database.unlimited]) {
      const { rows } = await sql<{ jit: string }>`show jit`.execute(db)
      expect(rows).toEqual([{ jit: 'off' }])
    }
    await database.close()
  })

  test('hot statements have a stable name, or none where a pooler shares connections', async () => {
    const one = prepared((n: number) => sql<{ n: number }>`select ${n}::int as n`)
    const two = prepared((n: number) => sql<{ n: number }>`select ${n}::int + 1 as n`)
    const kept = async (keepStatements: boolean, ...calls: (typeof one)[]) => {
      const database = await openPostgres(fresh.url, { connections: 1, keepStatements })
      for (const call of calls) await call(database.db, 1)
      const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
        database.db,
      )
      await database.close()
      return rows.map(({ name }) => name).sort()
    }
    const names = await kept(true, one, two)
    expect(names).toHaveLength(2)
    expect(await kept(true, two, one)).toEqual(names)
    expect(await kept(false, one, two)).toEqual([])
  })

  test('hot statements are not planned again for each array', async () => {
    const sum = prepared(
      (ids: readonly number[]) =>
        sql<{
          sum: number
        }>`select sum(id)::int as sum from unnest(${ids}::bigint[]) as one(id), generate_series(1, 1000)`,
    )
    const database = await openPostgres(fresh.url, { connections: 1 })
    for (let call = 0; call < 9; call++)
      expect(await sum(database.db, [1, call])).toEqual([{ sum: 1000 * (1 + call) }])
    const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
      select custom_plans::int, generic_plans::int from pg_prepared_statements`.execute(database.db)
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 4 }])
    await database.close()
  })

  test('a connection lost inside a transaction fails only that transaction', async () => {
    const database = await openPostgres(fresh.url)
    const other = await openPostgres(fresh.url)
    const cut = database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await endOthers(other.db)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toBeInstanceOf(TransientError)
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
    await other.close()
  })

  test('a write to a server that became a replica is a temporary failure, and the next one uses a new connection', async () => {
    const database = await openPostgres(fresh.url, { connections: 1 })
    const write = () => sql`create table if not exists written_after_failover ()`.execute(database.db)
    await sql`set default_transaction_read_only = on`.execute(database.db)
    const refused = write()
    await expect(refused).rejects.toBeInstanceOf(TransientError)
    await expect(refused).rejects.toMatchObject({ code: '25006' })
    await write()
    await sql`set default_transaction_read_only = on`.execute(database.db)
    const transaction = database.db.transaction().execute((tx) => sql`create table another ()`.execute(tx))
    await expect(transaction).rejects.toBeInstanceOf(TransientError)
    await write()
    await database.close()
  })

  test('statements and waiting for a connection time out', async () => {
    const database = await openPostgres(fresh.url, { statementMs: 300, connections: 1, connectMs: 100 })
    const slow = sql`select pg_sleep(5)`.execute(database.db)
    await expect(database.ping()).rejects.toThrow('timeout')
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    await expect(slow).rejects.toBeInstanceOf(TransientError)
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
  })

  test('drops the connection to a server that hangs, but not long-running work', async () => {
    const server = await PostgresServer.start()
    const database = await openPostgres(server.url, { statementMs: 200, connectMs: 500 })
    const slow = database.unlimited.transaction().execute(async (tx) => {
      await sql`select pg_sleep(2)`.execute(tx)
      return 'slept'
    })
    expect(await slow).toBe('slept')
    server.pause()
    await expect(database.ping()).rejects.toThrow('Connection terminated')
    server.resume()
    const state = () =>
      database.ping().then(
        () => 'up',
        () => 'down',
      )
    await expect.poll(state, { timeout: 10_000 }).toBe('up')
    await database.close()
    await server.remove()
  })

  test('reports an unreachable server in one sentence without the password', async () => {
    const opened = openPostgres('postgres://anna:secret@127.0.0.1:1/rosella')
    await expect(opened).rejects.toThrow(/^Cannot connect to PostgreSQL: [^\n]+$/)
    await expect(opened).rejects.not.toThrow('secret')
  })
})
