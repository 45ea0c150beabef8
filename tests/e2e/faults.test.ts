import { setTimeout as sleep } from 'node:timers/promises'
import { testPhoto } from '@rosella/testkit/members'
import { problemBody } from '@rosella/testkit/problem-body'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Callers } from '../faults/callers'
import { halfStates } from '../faults/half-states'
import { type FaultySite, openFaultySite } from '../faults/site'

const RECOVERY_MS = 10_000

/** The short cases of `npm run fault-test` (tests/faults). */
describe('during a fault, replies are correct or a clear 503, nothing is half done, and the site recovers within 10 s', () => {
  let site: FaultySite
  beforeAll(async () => {
    site = await openFaultySite()
  })
  afterAll(() => site?.close())

  test('PostgreSQL crashes and comes back', async () => {
    const callers = await Callers.begin(site)
    await site.postgres.crash()
    await sleep(1500)
    await site.postgres.start()
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear()).toEqual([])
    expect(callers.answered('list', 503)).toBeGreaterThan(0)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('Redis is lost and comes back empty, and no call fails', async () => {
    const callers = await Callers.begin(site)
    await site.redis.kill()
    await sleep(1500)
    await site.redis.start()
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.calls.filter(({ status }) => status !== 200)).toEqual([])
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('the bucket fails, and only photos return 503', async () => {
    const callers = await Callers.begin(site)
    const dan = callers.people[3]
    await dan.upload(await testPhoto(1))
    const [photo] = await dan.call('GET /api/photos')
    site.bucket.be('failing')
    const seen = await fetch(site.url + photo?.tmb_url)
    expect([seen.status, await seen.json()]).toEqual([503, problemBody('unavailable')])
    await sleep(2000)
    site.bucket.be('well')
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear()).toEqual([])
    expect(callers.answered('upload', 503)).toBeGreaterThan(0)
    for (const kind of ['list', 'gesture'] as const) expect(callers.answered(kind, 503)).toBe(0)
    expect(await halfStates(site, callers)).toEqual([])
  })

  test('nothing was logged as an error', () => {
    const lines = site.server().output().split('\n')
    expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  })

  test('the process is killed during all kinds of calls', async () => {
    const callers = await Callers.begin(site)
    site.server().child.kill('SIGKILL')
    await site.server().exit
    await site.startAgain()
    expect(await callers.recovered()).toBeLessThan(RECOVERY_MS)
    await callers.stop()
    expect(callers.unclear({ killed: true })).toEqual([])
    expect(await halfStates(site, callers)).toEqual([])
  })
})
