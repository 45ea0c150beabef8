import { PostgresServer } from '@rosella/testkit/postgres-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from './postgres'
import { openReplica } from './replica'

let primary: PostgresServer
let copy: PostgresServer
beforeAll(async () => {
  primary = await PostgresServer.start()
  copy = await primary.replica()
})
afterAll(async () => {
  await copy?.remove()
  await primary?.remove()
})

async function onCopy(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: copy.url })
  await client.connect()
  await client.query(command)
  await client.end()
}
const pause = () => onCopy('select pg_wal_replay_pause()')
const resume = () => onCopy('select pg_wal_replay_resume()')

const servedBy = async (db: TestApp['db']): Promise<'replica' | 'primary'> => {
  const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(db)
  return rows[0]?.follows ? 'replica' : 'primary'
}

describe('a streaming replica', () => {
  test('always returns what the primary had at the time of the call', async () => {
    const { db, close } = await openPostgres(primary.url)
    const replica = await openReplica(db, { open: () => openPostgres(copy.url), onError: () => {} })
    try {
      expect(await replica.read(servedBy)).toBe('replica')
      await sql`create table seen (n int)`.execute(db)
      for (let n = 1; n <= 200; n++) {
        await sql`insert into seen values (${n})`.execute(db)
        const { rows } = await replica.read((from) =>
          sql<{ n: number }>`select max(n) as n from seen`.execute(from),
        )
        expect(rows[0]?.n).toBe(n)
      }
      expect(replica.state()?.fallbacks).toBeLessThan(20)
    } finally {
      await replica.close()
      await close()
    }
  })

  test('is replaced by the primary after a short wait, and skipped while it lags far behind', async () => {
    const { db, close } = await openPostgres(primary.url)
    const open = () => openPostgres(copy.url)
    const replica = await openReplica(db, { open, onError: () => {}, checkMs: 100, longestLagSeconds: 1 })
    try {
      await pause()
      await sql`create table late (n int)`.execute(db)
      const began = performance.now()
      expect(await replica.read(servedBy, { timeoutMs: 300 })).toBe('primary')
      expect(performance.now() - began).toBeGreaterThan(290)
      // Rows that the replica does not have yet are read from the primary.
      await sql`insert into late values (1)`.execute(db)
      const { rows } = await replica.read((from) => sql`select * from late`.execute(from))
      expect(rows).toHaveLength(1)
      await expect.poll(() => replica.state()?.usable, { timeout: 5000 }).toBe(false)
      expect(replica.state()?.lag_seconds).toBeGreaterThan(1)
      const asked = performance.now()
      expect(await replica.read(servedBy, { timeoutMs: 5000 })).toBe('primary')
      expect(performance.now() - asked, 'reads do not wait for a skipped replica').toBeLessThan(2000)
      await resume()
      await expect.poll(() => replica.state()?.usable, { timeout: 5000 }).toBe(true)
      expect(replica.state()?.lag_seconds).toBe(0)
      expect(await replica.read(servedBy)).toBe('replica')
    } finally {
      await replica.close()
      await close()
    }
  })

  test('a quiet primary is not a lagging replica', async () => {
    const { db, close } = await openPostgres(primary.url)
    const open = () => openPostgres(copy.url)
    const replica = await openReplica(db, { open, onError: () => {}, checkMs: 50, longestLagSeconds: 0.5 })
    try {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      expect(replica.state()).toMatchObject({ usable: true, lag_seconds: 0 })
    } finally {
      await replica.close()
      await close()
    }
  })

  test('refuses a server that is not a replica', async () => {
    const { db, close } = await openPostgres(primary.url)
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const replica = await openReplica(db, { open: () => openPostgres(primary.url), onError })
    expect(await replica.read(servedBy)).toBe('primary')
    expect(replica.state()).toMatchObject({ usable: false })
    expect(String(errors[0])).toContain('DATABASE_REPLICA_URL does not point to a replica')
    await replica.close()
    await close()
  })
})

describe('a site with a replica', () => {
  let app: TestApp
  beforeAll(async () => {
    const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: copy.url, METRICS_TOKEN: 'metrics-token' }
    app = await openTestApp({ on: 'postgres', env })
  })
  afterAll(() => app?.close())

  const readyz = async () => (await fetch(`${app.url}/readyz`)).json()
  const metric = async (name: string) => {
    const headers = { authorization: 'Bearer metrics-token' }
    const text = await (await fetch(`${app.url}/metrics`, { headers })).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const period = { from: 0, to: 4_000_000_000 }
  const large = () =>
    Promise.all([
      app.admin.call('GET /api/admin/members', { p: 1 }),
      app.admin.call('GET /api/admin/transparency', period),
      app.admin.call('GET /api/admin/overview', {}),
    ])
  const replicaPart = async () =>
    (await app.admin.call('GET /api/admin/system', {})).parts.find(({ part }) => part === 'replica')

  test('serves large reads from the replica, and an admin sees their own changes immediately', async () => {
    const fallbacks = () => app.server.services.replica.state()?.fallbacks
    const before = fallbacks()
    for (const name of ['Anna', 'Bella', 'Clara', 'Dora', 'Edith']) {
      const [anna] = await app.members(name)
      const { items } = await app.admin.call('GET /api/admin/members', { q: name, p: 1 })
      expect(items.map(({ id }) => id)).toContain(anna?.id)
    }
    await large()
    expect(fallbacks()).toBe(before)
    expect(await readyz()).toMatchObject({ ready: true, replica: true })
    expect(await replicaPart()).toMatchObject({ ok: true })
    expect(await metric('rosella_replica_usable')).toBe(1)
  })

  test('keeps serving when the replica is lost, and only the operator is warned', async () => {
    await copy.crash()
    await large()
    await expect.poll(readyz, { timeout: 10_000 }).toMatchObject({ ready: true, replica: false })
    const began = performance.now()
    await large()
    expect(performance.now() - began).toBeLessThan(5000)
    const [ben] = await app.members('Ben')
    expect(ben?.id).toBeGreaterThan(0)
    const words = "It isn't responding, so the primary is used instead."
    expect(await replicaPart()).toMatchObject({ ok: false, words })
    const { warnings } = await app.admin.call('GET /api/admin/system', {})
    expect(warnings.filter(({ part }) => part === 'replica')).toEqual([{ part: 'replica', words, paused: 0 }])
    expect(await metric('rosella_replica_usable')).toBe(0)
    await copy.start()
    await expect.poll(readyz, { timeout: 20_000 }).toMatchObject({ ready: true, replica: true })
    await large()
  })
})
