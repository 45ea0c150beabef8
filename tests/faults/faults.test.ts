import { setTimeout as sleep } from 'node:timers/promises'
import { signUpPerson } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened, startServer } from '../e2e/server-process'
import { Callers } from './callers'
import { SmallDisk } from './full-disk'
import { halfStates } from './half-states'
import { type FaultySite, openFaultySite } from './site'

const RECOVERY_MS = 10_000

describe('services that hang', () => {
  let site: FaultySite
  beforeAll(async () => {
    site = await openFaultySite()
  })
  afterAll(() => site?.close())

  test.each([6, 25])('PostgreSQL is paused for %d s', async (seconds) => {
    const callers = await Callers.begin(site)
    site.postgres.pause()
    await sleep(seconds * 1000)
    site.postgres.resume()
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear()).toEqual([])
    expect(callers.answered('list', 200)).toBeGreaterThan(0)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('Redis is paused for 8 s, and the site keeps working a little slower', async () => {
    const callers = await Callers.begin(site)
    const before = callers.calls.length
    site.redis.pause()
    await sleep(8000)
    const meanwhile = callers.calls.slice(before).filter(({ kind }) => kind === 'list')
    site.redis.resume()
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.calls.filter(({ status }) => status !== 200)).toEqual([])
    expect(meanwhile.length).toBeGreaterThan(5)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('the disk of PostgreSQL hangs four fifths of the time', async () => {
    const callers = await Callers.begin(site)
    for (const until = performance.now() + 15_000; performance.now() < until; ) {
      site.postgres.pause()
      await sleep(400)
      site.postgres.resume()
      await sleep(100)
    }
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear()).toEqual([])
    expect(callers.answered('gesture', 200)).toBeGreaterThan(5)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test.each(['refusing', 'slow'] as const)('the bucket is %s', async (mood) => {
    const callers = await Callers.begin(site)
    site.bucket.be(mood)
    await sleep(4000)
    site.bucket.be('well')
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear()).toEqual([])
    for (const kind of ['list', 'gesture'] as const) expect(callers.answered(kind, 503)).toBe(0)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('the log has no error after all of these faults', () => {
    const lines = site.server().output().split('\n')
    expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  })
})

/** A client that keeps requesting more disk space than there is. */
function writeMuch(url: string) {
  let stopped = false
  const work = (async () => {
    while (!stopped) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      const hoard = `select pg_logical_emit_message(false, 'hoard', repeat('x', 4000000))`
      await client.connect().then(
        () => client.query(hoard).catch(() => {}),
        () => {},
      )
      await client.end().catch(() => {})
      await sleep(100)
    }
  })()
  return {
    async stop() {
      stopped = true
      await work
    },
  }
}

describe('a full disk', () => {
  test('of PostgreSQL: writes return 503 and succeed again when there is space', async () => {
    const disk = new SmallDisk(300)
    const site = await openFaultySite(disk.path)
    try {
      const callers = await Callers.begin(site)
      disk.fill()
      const hog = writeMuch(site.postgres.url)
      await sleep(8000)
      await hog.stop()
      const full = callers.answered('gesture', 503)
      disk.empty()
      // PostgreSQL stops when it cannot write its log; its supervisor restarts it.
      if (!(await site.postgres.isUp())) await site.postgres.start()
      expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
      await callers.stop()
      expect(callers.unclear()).toEqual([])
      expect(full).toBeGreaterThan(0)
      expect(await halfStates(site, callers)).toEqual([])
    } finally {
      await site.close()
      disk.remove()
    }
  })

  test('of the embedded database: writes return 503, and no acknowledged write is lost', async () => {
    const disk = new SmallDisk(400)
    const server = await startServer({ DATA_DIR: disk.path, TRUST_PROXY: '1' })
    try {
      await opened(server)
      const nobody = new Person(server.url)
      const anna = await signUpPerson(server.url, { username: 'Anna' }, nobody)
      const ben = await signUpPerson(server.url, { username: 'Ben' }, nobody)
      const like = (action: string) => anna.try('POST /api/user-action', { action, recipient_id: ben.id })
      expect((await like('fav')).status).toBe(200)
      disk.fill()
      const statuses: number[] = []
      let favourite = true
      for (let n = 0; n < 400 && !statuses.includes(503); n++) {
        const { status } = await like(favourite ? 'unfav' : 'fav')
        if (status === 200) favourite = !favourite
        statuses.push(status)
      }
      expect([...new Set(statuses)].filter((status) => status !== 200)).toEqual([503])
      disk.empty()
      const freed = performance.now()
      while ((await like('like')).status !== 200 && performance.now() - freed < 30_000) await sleep(200)
      expect(performance.now() - freed).toBeLessThan(RECOVERY_MS)
      const { users } = await anna.call('GET /api/users', { filter: 'favorites' })
      expect(users.map(({ id }) => id)).toEqual(favourite ? [ben.id] : [])
    } finally {
      server.child.kill('SIGKILL')
      await server.exit
      disk.remove()
    }
  })
})
