import { startChild } from '@rosella/testkit/child-process'
import { MovableClock } from '@rosella/testkit/movable-clock'
import { strictLog } from '@rosella/testkit/strict-log'
import { freshTemplatePostgres } from '@rosella/testkit/template-database'
import { expect, test } from 'vitest'
import { openPostgres } from '../adapters/database/postgres'
import { openMemoryBus } from '../adapters/event-bus/memory'
import { withTransaction } from '../database/transaction'
import type { LiveEvent } from '../ports/event-bus'
import { enqueue } from './enqueue'
import { JobRunner } from './job-runner'

const home = new URL('../', import.meta.url).href

/** A process that takes a job, prints a line and never finishes it. */
const stuck = (url: string) => `
  import { openPostgres } from '${home}adapters/database/postgres.ts'
  import { openMemoryBus } from '${home}adapters/event-bus/memory.ts'
  import { systemClock } from '${home}ports/clock.ts'
  import { JobRunner } from '${home}jobs/job-runner.ts'
  const { db } = await openPostgres('${url}')
  const log = { warn: console.log }
  const runner = new JobRunner({ db, bus: openMemoryBus({ onError() {} }), clock: systemClock, log }, { leaseSeconds: 3 })
  const take = () => { console.log('taken'); return new Promise(() => {}) }
  runner.register('summary-mail', take, { concurrency: 1, tries: 3, firstPause: 60, longestPause: 60 })
  await runner.start()
  setInterval(() => {}, 1000)`

test('kill -9: another process runs the dead process’s job once its lease expires', async () => {
  const fresh = await freshTemplatePostgres()
  const database = await openPostgres(fresh.url)
  const bus = openMemoryBus<LiveEvent>({ onError: () => {} })
  const deps = { db: database.db, bus, clock: new MovableClock(), log: strictLog().log }
  await withTransaction(deps, (tx, emit) =>
    enqueue(tx, emit, { kind: 'summary-mail', payload: { member_id: 7, due: 1 }, now: deps.clock.now() }),
  )
  const child = startChild(stuck(fresh.url))
  const done: number[] = []
  const other = new JobRunner(deps, { leaseSeconds: 3, pollSeconds: 0.1 })
  other.register('summary-mail', async ({ member_id }) => done.push(member_id), {
    concurrency: 1,
    tries: 3,
    firstPause: 60,
    longestPause: 60,
  })
  try {
    expect(await child.line()).toBe('taken')
    await other.start()
    // Longer than a lease: the job belongs to the first process as long as it lives.
    await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(done).toEqual([])
    await child.kill()
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([7])
  } finally {
    await child.kill()
    await other.close()
    await database.close()
    await fresh.drop()
  }
})
