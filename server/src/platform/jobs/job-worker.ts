import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationFault, describeFailure, Failure } from '../failure'
import type { JobTotals } from '../metrics/site-metrics'
import type { Services } from '../services'
import { Later } from './enqueue'
import { type JobQueue, type RetryPauses, retryPause, type TakenJob } from './job-queue'
import { releaseHeld } from './stopped-jobs'

export interface JobOptions extends RetryPauses {
  /** How many this process does at once. */
  concurrency: number
  tries: number
  /** What becomes of one whose process died in the middle: again, or given up where twice is worse than never. */
  interrupted?: 'retry' | 'bury'
}

/** The signal stops work that takes long, between two of its steps, when the process is asked to end. */
export type Work = (payload: unknown, signal: AbortSignal) => Promise<unknown>

interface Deps extends Pick<Services, 'db' | 'clock' | 'log'> {
  queue: JobQueue
  signal: AbortSignal
}

/** Said of a job whose process died: nobody knows how far it came. */
const INTERRUPTED = 'The process that had it ended in the middle.'
const RECORD_TRIES = 5
/** Seconds until a job is tried again that a fault of the configuration stands in the way of. */
const HELD_PAUSE = 1800

/** Does the jobs of one kind in this process. */
export class JobWorker {
  readonly totals: JobTotals = { done: 0, failed: 0, retried: 0, dead: 0 }
  readonly #inHand = new Map<string, Promise<void>>()
  #looking: Promise<void> | undefined
  #again = false

  constructor(
    private readonly deps: Deps,
    readonly name: string,
    private readonly work: Work,
    /** How it goes on: to the next time, or away after its tries. */
    readonly plan: { every: number } | JobOptions,
  ) {}

  get leases(): string[] {
    return [...this.#inHand.keys()]
  }

  /** Takes what is due, as far as hands are free. */
  look(): Promise<void> {
    this.#again = true
    this.#looking ??= this.#takeAll().finally(() => {
      this.#looking = undefined
      if (this.#again) void this.look()
    })
    return this.#looking
  }

  /** Resolves when what is in hand now is done. */
  async finished(): Promise<void> {
    await this.#looking
    await Promise.all(this.#inHand.values())
  }

  async #takeAll(): Promise<void> {
    const { queue, clock, log, signal } = this.deps
    const hands = 'every' in this.plan ? 1 : this.plan.concurrency
    try {
      while (this.#again) {
        this.#again = false
        while (!signal.aborted && this.#inHand.size < hands) {
          const job = await queue.take(this.name, clock.now())
          if (!job) break
          if (signal.aborted) await queue.giveBack(job)
          else this.#begin(job)
        }
      }
    } catch (err) {
      this.#again = false
      log.warn({ err, job: this.name }, 'jobs wait: the database does not answer')
    }
  }

  #begin(job: TakenJob): void {
    const done = this.#attempt(job)
      .then((outcome) => this.#record(job, outcome))
      .finally(() => {
        this.#inHand.delete(job.lease_id)
        if (!this.deps.signal.aborted) void this.look()
      })
    this.#inHand.set(job.lease_id, done)
  }

  /** Nothing when it is done; otherwise what went wrong, or until when it waits. */
  async #attempt({ payload, interrupted, tries }: TakenJob): Promise<unknown> {
    const { plan } = this
    try {
      if (interrupted && !('every' in plan) && (plan.interrupted === 'bury' || tries > plan.tries))
        throw new Failure(INTERRUPTED, { permanent: true })
      const answer = await this.work(payload, this.deps.signal)
      return answer instanceof Later ? answer : undefined
    } catch (error) {
      return error ?? new Failure('Unknown fault')
    }
  }

  /** A job done that is not written down would be done again, so a database that is away is waited for a little. */
  async #record(job: TakenJob, outcome: unknown): Promise<void> {
    const { log } = this.deps
    const store = this.#after(job, outcome)
    for (let tries = 1; ; tries++) {
      try {
        return await store()
      } catch (err) {
        if (tries === RECORD_TRIES)
          return log.warn({ err, job: this.name, id: job.id }, 'what became of a job is not stored')
        await sleep(100 * 2 ** tries)
      }
    }
  }

  #after(job: TakenJob, outcome: unknown): () => Promise<void> {
    const { queue, log } = this.deps
    if (outcome === undefined) return this.#afterSuccess(job)
    if (outcome instanceof Later)
      return () => queue.putBack(job, { run_ts: outcome.ts, tries: job.tries - 1 })
    log.warn({ err: outcome, job: this.name, id: job.id, tries: job.tries }, 'a job failed')
    return this.#afterFailure(job, outcome)
  }

  #afterSuccess(job: TakenJob): () => Promise<void> {
    const { plan } = this
    const { queue, clock } = this.deps
    this.totals.done++
    if ('every' in plan) return () => queue.putBack(job, { run_ts: clock.now() + plan.every, tries: 0 })
    const { held_by } = job
    return async () => {
      await queue.finish(job)
      // What stood in the way of this one stands in nobody's way any more.
      if (held_by) await releaseHeld(this.deps.db, held_by, clock.now())
    }
  }

  #afterFailure(job: TakenJob, error: unknown): () => Promise<void> {
    const { plan } = this
    const { queue, clock } = this.deps
    const last_error = describeFailure(error)
    const now = clock.now()
    this.totals.failed++
    if ('every' in plan) return () => queue.putBack(job, { run_ts: now + plan.every, last_error, tries: 0 })
    if (error instanceof ConfigurationFault) {
      const { part: held_by } = error
      return () => queue.hold(job, { run_ts: now + HELD_PAUSE, held_by, last_error })
    }
    const permanent = error instanceof Failure && error.permanent
    if (permanent || job.tries >= plan.tries) {
      this.totals.dead++
      return () => queue.bury(job, now, last_error)
    }
    this.totals.retried++
    const run_ts = now + retryPause(job.tries, plan, Math.random())
    return () => queue.putBack(job, { run_ts, last_error })
  }
}
