import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '@rosella/server/app'

const PATIENCE_MS = 20_000

/** Waits until no job is due; failed jobs wait for their next attempt. */
export async function jobsDone({ jobs, services: { db, clock } }: App): Promise<void> {
  const began = performance.now()
  for (let polls = 0; ; polls++) {
    const left = await db
      .selectFrom('job')
      .where('died_ts', 'is', null)
      .where('periodic', '=', false)
      .where('run_ts', '<=', clock.now())
      .select('kind')
      .limit(1)
      .execute()
    if (left.length === 0) return
    if (polls === 0) jobs.wake()
    if (performance.now() - began > PATIENCE_MS) throw new Error(`A ${left[0]?.kind} job is still not done.`)
    await sleep(5)
  }
}

/** Publishes the answers that are due, and waits until searches of this process count them. */
export async function recountAnswers({ jobs, memberIndex, services: { db } }: App): Promise<void> {
  await jobs.runPeriodic('recount-answers')
  // Its reads run one after the other, so the ones that the recount caused are done when this one is.
  await memberIndex.answers.refresh(db)
}
