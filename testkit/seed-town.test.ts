import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTown } from '../tools/seed-town'
import { type FreshDatabase, freshPostgresDatabase } from './services'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshPostgresDatabase()
  await seedTown(database.url, 1000, () => {}, { pairs: 6, messages: 20_000 })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const count = async (sql: string) => Number((await client.query(`select count(*) from ${sql}`)).rows[0].count)

test('a seeded town has about as many messages as asked for, and its counters equal a recount', async () => {
  expect(Math.abs((await count('message')) / 20_000 - 1)).toBeLessThan(0.1)
  expect(
    await count(`(
      select me, other, sum(messages) from (
        select me, other, messages from relation
        union all select sender_id, receiver_id, -1 from message
        union all select receiver_id, sender_id, -1 from message) each_side
      group by me, other having sum(messages) <> 0) wrong`),
  ).toBe(0)
})

test('seeded conversations are between members who like each other, with ids in order of time', async () => {
  expect(
    await count('message join relation on me = sender_id and other = receiver_id where matched_ts is null'),
  ).toBe(0)
  expect(await count('(select ts < lag(ts) over (order by id) as back from message) walk where back')).toBe(0)
  expect(await count('message where read_ts < ts or ts > extract(epoch from now())')).toBe(0)
  expect(await count('message where read_ts is null')).toBeGreaterThan(100)
})
