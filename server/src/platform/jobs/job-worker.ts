import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationFault, describeFailure, Failure, Postponed } from '../failure'
import type { JobTotals } from '../metrics/site-metrics'
import type { Services } from '../services'
import { RunLater } from './enqueue'
import { type JobQueue, type RetryPauses, retryPause, type TakenJob } from './job-queue'
import { resumeJobs } from './stopped-jobs'

export interface JobOptions extends RetryPauses {
  /** Per process. */
  concurrency: number
  tries: number
  /** Members with due jobs take turns, so that one member's backlog doesn't delay the others. */
  takeTurns?: boolean
  /** How long the job of a dead process waits before another takes it, if not as long as other jobs. */
  leaseSeconds?: number
  /** When the process dies during the job: run it again, or give up where running it twice is worse than never. */
  interrupted?: 'retry' | 'dead-letter'
}

/** The signal aborts long work between two steps when the process shuts down. */
export type Work = (payload: unknown, signal: AbortSignal) => Promise<unknown>

interface WorkerDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  queue: JobQueue
  signal: AbortSignal
}

/** Shown to admins. How far the job got is unknown. */
const INTERRUPTED = 'The process ended before the job was finished.'
const RECORD_TRIES = 5
/** Seconds between attempts while the configuration is faulty. */
const CONFIGURATION_PAUSE = 1800

/** Runs the jobs of one kind in this process. */
export class JobWorker {
  readonly totals: JobTotals = { done: 0, failed: 0, retried: 0, dead: 0 }
  readonly #running = new Map<string, Promise<void>>()
  #polling: Promise<void> | undefined
  #again = false
  /** More jobs may be due. Otherwise a finished job needs no poll, because new jobs announce themselves. */
  #mayHaveMore = false

  constructor(
    private readonly deps: WorkerDeps,
    readonly name: string,
    private readonly work: Work,
    /** A schedule, or a limited number of attempts. */
    readonly plan: { every: number } | JobOptions,
  ) {}

  get leases(): string[] {
    return [...this.#running.keys()]
  }

  get leaseSeconds(): number {
    return ('leaseSeconds' in this.plan && this.plan.leaseSeconds) || this.deps.queue.leaseSeconds
  }

  /** Takes due jobs up to the concurrency limit. */
  poll(): Promise<void> {
    this.#again = true
    this.#polling ??= this.#takeAll().finally(() => {
      this.#polling = undefined
      if (this.#again) void this.poll()
    })
    return this.#polling
  }

  /** Resolves when the jobs that are running now are done. */
  async finished(): Promise<void> {
    await this.#polling
    await Promise.all(this.#running.values())
  }

  async #takeAll(): Promise<void> {
    const { queue, clock, log, signal } = this.deps
    const { concurrency, takeTurns } = 'every' in this.plan ? { concurrency: 1 } : this.plan
    try {
      while (this.#again) {
        this.#again = false
        this.#mayHaveMore = true
        while (!signal.aborted && this.#running.size < concurrency) {
          const job = await queue.take(this.name, clock.now(), takeTurns, this.leaseSeconds)
          if (!job) {
            this.#mayHaveMore = false
            break
          }
          if (signal.aborted) await queue.giveBack(job)
          else this.#begin(job)
        }
      }
    } catch (err) {
      this.#again = false
      log.warn({ err, job: this.name }, 'jobs not polled')
    }
  }

  #begin(job: TakenJob): void {
    const done = this.#attempt(job)
      .then(async (outcome) => {
        await this.#record(job, outcome)
        // It may have to run again immediately.
        if (outcome !== undefined) this.#mayHaveMore = true
      })
      .finally(() => {
        this.#running.delete(job.lease_id)
        if (this.#mayHaveMore && !this.deps.signal.aborted) void this.poll()
      })
    this.#running.set(job.lease_id, done)
  }

  /** Undefined on success; otherwise the error, or when to run it. */
  async #attempt({ payload, interrupted, tries }: TakenJob): Promise<unknown> {
    const { plan } = this
    try {
      if (interrupted && !('every' in plan) && (plan.interrupted === 'dead-letter' || tries > plan.tries))
        throw new Failure(INTERRUPTED, { permanent: true })
      const result = await this.work(payload, this.deps.signal)
      return result instanceof RunLater ? result : undefined
    } catch (error) {
      return error ?? new Failure('Unknown error')
    }
  }

  /** Retries for a few seconds, because a finished job that is not recorded would run again. */
  async #record(job: TakenJob, outcome: unknown): Promise<void> {
    const { log } = this.deps
    const store = this.#after(job, outcome)
    for (let tries = 1; ; tries++) {
      try {
        return await store()
      } catch (err) {
        if (tries === RECORD_TRIES)
          return log.warn({ err, job: this.name, id: job.id }, 'job outcome not stored')
        await sleep(100 * 2 ** tries)
      }
    }
  }

  #after(job: TakenJob, outcome: unknown): () => Promise<void> {
    const { queue, log } = this.deps
    if (outcome === undefined) return this.#afterSuccess(job)
    if (outcome instanceof RunLater)
      return () => queue.putBack(job, { run_ts: outcome.ts, tries: job.tries - 1 })
    if (outcome instanceof Postponed)
      return () => queue.postpone(job, this.deps.clock.now() + outcome.seconds)
    log.warn({ err: outcome, job: this.name, id: job.id, attempt: job.tries }, 'job failed')
    return this.#afterFailure(job, outcome)
  }

  #afterSuccess(job: TakenJob): () => Promise<void> {
    const { plan } = this
    const { queue, clock } = this.deps
    this.totals.done++
    if ('every' in plan) {
      const succeeded_ts = clock.now()
      return () => queue.putBack(job, { run_ts: succeeded_ts + plan.every, tries: 0, succeeded_ts })
    }
    const { paused_by } = job
    return async () => {
      await queue.finish(job)
      // The configuration works again, so release the jobs that wait for it.
      if (paused_by) await resumeJobs(this.deps.db, paused_by, clock.now())
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
      const { part: paused_by } = error
      return () => queue.pause(job, { run_ts: now + CONFIGURATION_PAUSE, paused_by, last_error })
    }
    const permanent = error instanceof Failure && error.permanent
    if (permanent || job.tries >= plan.tries) {
      this.totals.dead++
      return () => queue.moveToDeadLetter(job, now, last_error)
    }
    this.totals.retried++
    const run_ts = now + retryPause(job.tries, plan, Math.random())
    return () => queue.putBack(job, { run_ts, last_error })
  }
}
