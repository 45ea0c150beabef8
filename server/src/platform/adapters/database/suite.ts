import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../ports/database'

export interface DatabaseUnderTest {
  database: Database
  /** Closes the database and deletes its files. */
  remove(): Promise<void>
}

/** The contract of the port, which PGlite and PostgreSQL both fulfil. */
export function databaseSuite(name: string, open: () => Promise<DatabaseUnderTest>): void {
  describe(`${name} as a database`, { timeout: 90_000 }, () => {
    let made: DatabaseUnderTest
    const db = () => made.database.db

    beforeAll(async () => {
      made = await open()
      await sql`create table thing (id bigint generated always as identity primary key, name text not null
        constraint thing_name unique, data jsonb, bytes bytea, day date)`.execute(db())
    }, 180_000)
    afterAll(() => made?.remove())

    test('reads every type the same way', async () => {
      const { rows } =
        await sql`select 9007199254740991::int8 as big, count(*) as counted, date '2000-02-29' as day,
        '{"a":[1,null]}'::jsonb as data, '[1]'::json as list, '\\x00ff'::bytea as bytes, 1.50::numeric as exact,
        true as yes, 1.5::float8 as number, null::int8 as nothing, array[1, null]::int8[] as bigs,
        array[-3, 4]::int8[] as plain, array[]::int8[] as empty, array[[1, 2], [3, 4]]::int8[] as nested,
        array[date '2000-02-29'] as days, array['a,b', '"', null] as texts,
        timestamptz '2000-01-01 00:00:00+00' as moment`.execute(db())
      expect(rows[0]).toEqual({
        big: Number.MAX_SAFE_INTEGER,
        counted: 1,
        day: '2000-02-29',
        data: { a: [1, null] },
        list: [1],
        bytes: Buffer.from([0, 255]),
        exact: '1.50',
        yes: true,
        number: 1.5,
        nothing: null,
        bigs: [1, null],
        plain: [-3, 4],
        empty: [],
        nested: [
          [1, 2],
          [3, 4],
        ],
        days: ['2000-02-29'],
        texts: ['a,b', '"', null],
        moment: new Date('2000-01-01T00:00:00Z'),
      })
      expect((rows[0] as { bytes: unknown }).bytes).toBeInstanceOf(Buffer)
    })

    test('writes every type the same way', async () => {
      const bytes = Buffer.from('rosella').subarray(2)
      const { rows } =
        await sql`select ${5}::int8 as big, ${'2000-02-29'}::date as day, ${bytes}::bytea as bytes,
        ${JSON.stringify([1, { a: 'ü' }])}::jsonb as data, ${true}::boolean as yes, ${undefined}::text as nothing,
        3 = any(${[1, 2, 3]}::int8[]) as found, ${['a"', 'b,c', 'ü']}::text[] as texts,
        ${'x'.repeat(100_000)}::text as long`.execute(db())
      expect(rows[0]).toEqual({
        big: 5,
        day: '2000-02-29',
        bytes: Buffer.from('sella'),
        data: [1, { a: 'ü' }],
        yes: true,
        nothing: null,
        found: true,
        texts: ['a"', 'b,c', 'ü'],
        long: 'x'.repeat(100_000),
      })
    })

    test('writes report the number of changed rows, reads do not', async () => {
      const insert = await sql`insert into thing (name) values ('one'), (${'two'}) returning id`.execute(db())
      expect([insert.numAffectedRows, insert.rows.length]).toEqual([2n, 2])
      const update = await sql`update thing set day = null where name in ('one', 'two')`.execute(db())
      expect(update.numAffectedRows).toBe(2n)
      const read = await sql`select * from thing where name = ${'one'}`.execute(db())
      expect([read.numAffectedRows, read.rows.length]).toEqual([undefined, 1])
    })

    test('a script of several statements runs and returns no rows', async () => {
      const script = sql.raw(
        `create table scripted (a int); insert into scripted values (1); select * from scripted`,
      )
      expect((await script.execute(db())).rows).toEqual([])
      expect((await sql`select a from scripted`.execute(db())).rows).toEqual([{ a: 1 }])
    })

    test('errors keep their SQLSTATE, constraint and detail', async () => {
      await sql`insert into thing (name) values ('twice')`.execute(db())
      const again = sql`insert into thing (name) values (${'twice'})`.execute(db())
      await expect(again).rejects.toMatchObject({
        code: '23505',
        constraint: 'thing_name',
        table: 'thing',
        detail: 'Key (name)=(twice) already exists.',
      })
      await expect(again).rejects.toBeInstanceOf(Error)
      await expect(sql`selec`.execute(db())).rejects.toMatchObject({ code: '42601' })
    })

    test('a transaction is stored completely or not at all', async () => {
      await db()
        .transaction()
        .execute((tx) => sql`insert into thing (name) values ('kept')`.execute(tx))
      const failing = db()
        .transaction()
        .execute(async (tx) => {
          await sql`insert into thing (name) values ('dropped')`.execute(tx)
          await sql`insert into thing (name) values ('kept')`.execute(tx)
        })
      await expect(failing).rejects.toMatchObject({ code: '23505' })
      const { rows } = await sql`select name from thing where name in ('kept', 'dropped')`.execute(db())
      expect(rows).toEqual([{ name: 'kept' }])
    })

    test('concurrent transactions are isolated', async () => {
      await sql`create table counter (n int); insert into counter values (0)`.execute(db())
      const raise = () =>
        db()
          .transaction()
          .setIsolationLevel('read committed')
          .execute(async (tx) => {
            const { rows } = await sql<{ n: number }>`select n from counter for update`.execute(tx)
            await new Promise((resolve) => setTimeout(resolve, 2))
            await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
          })
      const reads = Array.from({ length: 20 }, () => sql`select 1`.execute(db()))
      await Promise.all([...Array.from({ length: 20 }, raise), ...reads])
      expect((await sql`select n from counter`.execute(db())).rows).toEqual([{ n: 20 }])
    })

    test('a slow query does not block the event loop', async () => {
      let longest = 0
      let last = performance.now()
      const pulse = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 5)
      const started = performance.now()
      await sql`select sum(a * b) from generate_series(1, 4500) a, generate_series(1, 1000) b`.execute(db())
      const took = performance.now() - started
      clearInterval(pulse)
      expect(took).toBeGreaterThan(150)
      expect(longest).toBeLessThan(took / 2)
    })

    test('ping succeeds until the database is closed', async () => {
      const other = await open()
      await expect(other.database.ping()).resolves.toBeUndefined()
      await other.database.close()
      await other.database.close()
      await expect(other.database.ping()).rejects.toThrow()
      await other.remove()
    })
  })
}
