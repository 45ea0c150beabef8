import { setTimeout as sleep } from 'node:timers/promises'
import { type BareDatabase, openBareDatabase } from '@rosella/testkit/bare-database'
import { MovableClock } from '@rosella/testkit/movable-clock'
import { strictLog } from '@rosella/testkit/strict-log'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMemoryBus } from '../adapters/event-bus/memory'
import { withTransaction } from '../database/transaction'
import { Failure } from '../failure'
import type { LiveEvent } from '../ports/event-bus'
import { enqueue, type NewJob } from './enqueue'
import type { JobPayloads } from './job-kinds'
import { JobRunner, type RunnerOptions } from './job-runner'
import type { JobOptions } from './job-worker'
import { readBacklog } from './stopped-jobs'

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 })
const options: JobOptions = { concurrency: 1, tries: 3, firstPause: 60, longestPause: 100 }

describe.each(['pglite', 'postgres'] as const)('jobs on %s', (on) => {
  let opened: BareDatabase
  beforeAll(async () => {
    opened = await openBareDatabase(on)
  })
  afterAll(() => opened.close())

  const clock = new MovableClock()
  const { log, lines } = strictLog()
  let bus = openMemoryBus<LiveEvent>({ onError: () => {} })
  const runners: JobRunner[] = []
  const deps = () => ({ db: opened.db, bus, clock, log })
  /** A process of the site. It receives jobs through the bus and polls only where a test asks for it. */
  const runner = (more: RunnerOptions = {}): JobRunner => {
    const one = new JobRunner(deps(), { pollSeconds: 3600, ...more })
    runners.push(one)
    return one
  }
  beforeEach(() => {
    bus = openMemoryBus<LiveEvent>({ onError: () => {} })
    clock.stand(1_900_000_000)
  })
  afterEach(async () => {
    for (const one of runners.splice(0)) await one.close()
    await opened.db.deleteFrom('job').execute()
  })

  const add = (member_id: number, more: Partial<NewJob<'summary-mail'>> = {}) =>
    withTransaction(deps(), (tx, emit) =>
      enqueue(tx, emit, { kind: 'summary-mail', payload: { member_id, due: 1 }, now: clock.now(), ...more }),
    )
  const rows = () =>
    opened.db
      .selectFrom('job')
      .orderBy('id')
      .select(['kind', 'tries', 'run_ts', 'died_ts', 'last_error', 'lease_id'])
      .execute()
  const backlog = () => readBacklog(opened.db, clock.now())
  type Payload = JobPayloads['summary-mail']
  /** Records finished jobs; `work` may fail. */
  function record(work: (payload: Payload) => unknown = () => {}) {
    const done: number[] = []
    return {
      done,
      work: async (payload: Payload) => {
        await work(payload)
        done.push(payload.member_id)
      },
    }
  }

  test('a job runs as soon as its transaction commits, and never after a rollback', async () => {
    const { done, work } = record()
    const one = runner()
    one.register('summary-mail', work, options)
    await one.start()
    const failing = withTransaction(deps(), async (tx, emit) => {
      await enqueue(tx, emit, { kind: 'summary-mail', payload: { member_id: 1, due: 1 }, now: clock.now() })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await add(2)
    await eventually(() => done).toEqual([2])
    await eventually(rows).toEqual([])
  })

  test('a later job runs when it is due, found by polling', async () => {
    const { done, work } = record()
    const one = runner({ pollSeconds: 0.05 })
    one.register('summary-mail', work, options)
    await one.start()
    await add(1, { runAt: clock.now() + 10 })
    await sleep(300)
    expect([done, await backlog()]).toEqual([[], { waiting: 1, running: 0, dead: 0, oldest_due_ts: null }])
    clock.stand(clock.now() + 10)
    await eventually(() => done).toEqual([1])
  })

  test('one job waits per key', async () => {
    for (const member_id of [1, 2]) await add(member_id, { dedupeKey: 'a' })
    await add(3, { dedupeKey: 'b' })
    const { done, work } = record()
    const one = runner()
    one.register('summary-mail', work, options)
    await one.start()
    await eventually(() => done).toEqual([1, 3])
  })

  test('[D §3] where members take turns, one member’s backlog doesn’t delay another’s job', async () => {
    // Each job takes a second.
    const { done, work } = record(() => clock.stand(clock.now() + 1))
    for (const member_id of [1, 1, 1, 1]) await add(member_id)
    clock.stand(clock.now() + 1)
    for (const member_id of [2, 2, 3]) await add(member_id)
    clock.stand(clock.now() + 1)
    const one = runner()
    one.register('summary-mail', work, { ...options, takeTurns: true })
    await one.start()
    await eventually(() => done).toEqual([1, 2, 3, 1, 2, 1, 1])
  })

  test('a failing job is retried after growing pauses, then marked dead and counted', async () => {
    const one = runner()
    const fault = Object.assign(new Error('anna@example.com has no mailbox'), { code: 'EDNS' })
    one.register('summary-mail', () => Promise.reject(fault), options)
    await one.start()
    await add(1, { dedupeKey: 'a' })
    const pauses: number[] = []
    for (const tries of [1, 2]) {
      await eventually(rows).toMatchObject([
        { tries, lease_id: null, died_ts: null, last_error: 'Error EDNS' },
      ])
      const [job] = await rows()
      pauses.push((job?.run_ts ?? 0) - clock.now())
      clock.stand(job?.run_ts)
      one.wake()
    }
    // 60 and 100 seconds, up to a quarter less.
    expect(pauses[0]).toBeGreaterThanOrEqual(45)
    expect(pauses[0]).toBeLessThanOrEqual(60)
    expect(pauses[1]).toBeGreaterThanOrEqual(75)
    expect(pauses[1]).toBeLessThanOrEqual(100)
    await eventually(rows).toMatchObject([{ tries: 3, died_ts: clock.now(), last_error: 'Error EDNS' }])
    expect(one.totals().get('summary-mail')).toEqual({ done: 0, failed: 3, retried: 2, dead: 1 })
    expect(await one.backlog()).toEqual({
      waiting: 0,
      running: 0,
      dead: 1,
      oldest_due_ts: null,
      oldest_due_seconds: 0,
    })
    // Enqueuing it again revives it.
    await add(1, { dedupeKey: 'a' })
    await eventually(rows).toMatchObject([{ tries: 1, died_ts: null }])
  })

  test('a permanent failure is dead immediately, with its message', async () => {
    const one = runner()
    one.register('summary-mail', () => Promise.reject(new Failure('Refused', { permanent: true })), options)
    await one.start()
    await add(1)
    await eventually(rows).toMatchObject([{ tries: 1, died_ts: clock.now(), last_error: 'Refused' }])
  })

  test('limits concurrency per kind, and kinds do not wait for each other', async () => {
    const blocked: (() => void)[] = []
    const one = runner()
    const wait = () => new Promise<void>((resolve) => blocked.push(resolve))
    one.register('summary-mail', wait, { ...options, concurrency: 2 })
    const codes: number[] = []
    one.register('access-mail', async ({ member_id }) => codes.push(member_id), options)
    await one.start()
    for (const member_id of [1, 2, 3, 4]) await add(member_id)
    await withTransaction(deps(), (tx, emit) =>
      enqueue(tx, emit, { kind: 'access-mail', payload: { member_id: 5, key: 'code' }, now: clock.now() }),
    )
    await eventually(() => codes).toEqual([5])
    await eventually(() => blocked.length).toBe(2)
    // The row of the other kind is deleted a moment later.
    await eventually(backlog).toEqual({ waiting: 2, running: 2, dead: 0, oldest_due_ts: clock.now() })
    blocked.shift()?.()
    await eventually(() => blocked.length).toBe(2)
    while (blocked.length > 0 || (await rows()).length > 0) {
      blocked.shift()?.()
      await sleep(5)
    }
  })

  test('renews the lease of a long job', async () => {
    const { done, work } = record(() => sleep(6000))
    for (const one of [
      runner({ leaseSeconds: 3, pollSeconds: 0.1 }),
      runner({ leaseSeconds: 3, pollSeconds: 0.1 }),
    ]) {
      one.register('summary-mail', work, options)
      await one.start()
    }
    await add(1)
    await eventually(rows).toEqual([])
    expect(done).toEqual([1])
  })

  test.each([
    ['retried', 'retry', [1]],
    ['given up where running twice would be worse', 'dead-letter', []],
  ] as const)('a job whose process died is %s', async (_name, interrupted, expected) => {
    await add(1)
    // The state that a killed process leaves.
    const lease_id = '00000000-0000-4000-8000-000000000000'
    await opened.db.updateTable('job').set({ lease_id, lease_until_ts: 1, tries: 1 }).execute()
    const { done, work } = record()
    const one = runner()
    one.register('summary-mail', work, { ...options, interrupted })
    await one.start()
    await eventually(async () => (await backlog()).waiting).toBe(0)
    await one.close()
    expect(done).toEqual(expected)
    expect((await rows()).map(({ last_error }) => last_error)).toEqual(
      interrupted === 'dead-letter' ? ['The process ended before the job was finished.'] : [],
    )
  })

  test('a job that kills its process every time is dead after its last attempt', async () => {
    await add(1)
    const lease_id = '00000000-0000-4000-8000-000000000000'
    await opened.db.updateTable('job').set({ lease_id, lease_until_ts: 1, tries: 3 }).execute()
    const { done, work } = record()
    const one = runner()
    one.register('summary-mail', work, options)
    await one.start()
    await eventually(async () => (await backlog()).dead).toBe(1)
    expect(done).toEqual([])
  })

  test('several processes run each job once', async () => {
    const { done, work } = record(() => sleep(1))
    const several = [runner(), runner(), runner()]
    for (const one of several) {
      one.register('summary-mail', work, { ...options, concurrency: 3 })
      await one.start()
    }
    const ids = Array.from({ length: 60 }, (_, id) => id)
    await Promise.all(ids.map((id) => add(id)))
    await eventually(rows).toEqual([])
    expect(done.sort((a, b) => a - b)).toEqual(ids)
    const shares = several.map((one) => one.totals().get('summary-mail')?.done ?? 0)
    expect(shares.reduce((sum, share) => sum + share)).toBe(60)
  })

  test('closing finishes running jobs and takes no more; none is lost or run twice', async () => {
    let finish = () => {}
    const blocked = new Promise<void>((resolve) => {
      finish = resolve
    })
    const first = record(() => blocked)
    const one = runner()
    one.register('summary-mail', first.work, options)
    await one.start()
    for (const member_id of [1, 2, 3]) await add(member_id)
    await eventually(async () => (await backlog()).running).toBe(1)
    const closing = one.close()
    let closed = false
    void closing.then(() => {
      closed = true
    })
    await sleep(100)
    expect(closed).toBe(false)
    finish()
    await closing
    expect(first.done).toEqual([1])
    expect(await backlog()).toMatchObject({ waiting: 2, running: 0 })
    const second = record()
    const other = runner()
    other.register('summary-mail', second.work, options)
    await other.start()
    await eventually(() => second.done).toEqual([2, 3])
  })

  test('a periodic job runs on schedule in one of several processes and never overlaps itself', async () => {
    let now = 0
    let most = 0
    const runs: number[] = []
    const work = async () => {
      most = Math.max(most, ++now)
      await sleep(150)
      now--
      runs.push(clock.now())
      if (runs.length === 1) throw new Error('the next run is unaffected')
    }
    for (const one of [
      runner({ pollSeconds: 0.02 }),
      runner({ pollSeconds: 0.02 }),
      runner({ pollSeconds: 0.02 }),
    ]) {
      one.registerPeriodic('cleanup', 60, work)
      await one.start()
    }
    const start = clock.now()
    await sleep(100)
    expect(runs).toEqual([])
    for (const round of [1, 2, 3]) {
      clock.stand(start + 60 * round)
      await eventually(() => runs.length).toBe(round)
      await eventually(rows).toMatchObject([{ lease_id: null, run_ts: start + 60 * round + 60 }])
    }
    expect([most, runs]).toEqual([1, [start + 60, start + 120, start + 180]])
    expect(await backlog()).toEqual({ waiting: 0, running: 0, dead: 0, oldest_due_ts: null })
    expect(lines.some((line) => line.includes('the next run is unaffected'))).toBe(true)
  })
})
