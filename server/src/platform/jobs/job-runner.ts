import { setTimeout as sleep } from 'node:timers/promises'
import type { JobMetrics, JobTotals } from '../metrics/site-metrics'
import type { Services } from '../services'
import { every } from '../timing'
import type { JobKind, JobPayloads } from './job-kinds'
import { JobQueue } from './job-queue'
import { type JobOptions, JobWorker, type Work } from './job-worker'
import { readBacklog, readDelays, readLastSuccesses } from './stopped-jobs'

type RunnerDeps = Pick<Services, 'db' | 'bus' | 'clock' | 'log'>

export interface RunnerOptions {
  /** A process that has not renewed its lease for this long is presumed dead. */
  leaseSeconds?: number
  /** How often it polls for jobs that no event announced. */
  pollSeconds?: number
  /** How long closing waits for running jobs. */
  closingSeconds?: number
  /** Scheduled jobs run only through runPeriodic. */
  withoutPeriodic?: boolean
}

/** Runs the jobs of the table, together with any number of other processes. Each job runs in one process at a time. */
export class JobRunner implements JobMetrics {
  readonly #workers = new Map<string, JobWorker>()
  readonly #options: Required<RunnerOptions>
  readonly #queue: JobQueue
  readonly #stopping = new AbortController()
  readonly #stops: (() => unknown)[] = []

  constructor(
    private readonly deps: RunnerDeps,
    options: RunnerOptions = {},
  ) {
    this.#options = {
      leaseSeconds: 60,
      pollSeconds: 2,
      closingSeconds: 20,
      withoutPeriodic: false,
      ...options,
    }
    this.#queue = new JobQueue(deps.db, this.#options.leaseSeconds)
  }

  register<K extends JobKind>(
    kind: K,
    work: (payload: JobPayloads[K], signal: AbortSignal) => Promise<unknown>,
    options: JobOptions,
  ): void {
    this.#add(kind, work as Work, options)
  }

  /** Repeats in one process of the site at a time. A failure does not change the schedule. */
  registerPeriodic(name: string, seconds: number, work: (signal: AbortSignal) => Promise<unknown>): void {
    this.#add(name, (_payload, signal) => work(signal), { every: seconds })
  }

  #add(name: string, work: Work, plan: JobWorker['plan']): void {
    if (this.#workers.has(name)) throw new Error(`Two jobs have the name ${name}`)
    const deps = { ...this.deps, queue: this.#queue, signal: this.#stopping.signal }
    this.#workers.set(name, new JobWorker(deps, name, work, plan))
  }

  async start(): Promise<void> {
    const { bus, clock, log } = this.deps
    const { pollSeconds } = this.#options
    const now = clock.now()
    for (const { name, plan } of this.#workers.values()) {
      if ('every' in plan) await this.#queue.ensurePeriodic(name, now + plan.every, now)
    }
    const shortest = Math.min(...[...this.#workers.values()].map(({ leaseSeconds }) => leaseSeconds))
    const renewing = every(
      shortest / 3,
      () => this.#renewLeases(),
      (err) => log.warn({ err }, 'leases of jobs not renewed'),
    )
    const polling = every(pollSeconds, () => this.#pollDue(), this.#notPolled)
    this.#stops.push(
      polling,
      bus.subscribe((event) => event.kind === 'job.due' && void this.#workers.get(event.job)?.poll()),
      bus.onGap(() => this.wake()),
      // Last, so that running jobs keep their leases until the end.
      renewing,
    )
    this.wake()
  }

  /** Polls for due jobs of every kind. */
  wake(): void {
    void this.#pollDue().catch(this.#notPolled)
  }

  readonly #notPolled = (err: unknown) => this.deps.log.warn({ err }, 'jobs not polled')

  /** Runs a scheduled job now and waits for it; if another process is running it, it runs there. */
  async runPeriodic(name: string): Promise<void> {
    const worker = this.#workers.get(name)
    if (!worker) throw new Error(`There is no job ${name}`)
    await this.#queue.makeDue(name, this.deps.clock.now())
    await worker.poll()
    await worker.finished()
  }

  totals(): ReadonlyMap<string, JobTotals> {
    return new Map([...this.#workers].map(([name, { totals }]) => [name, totals]))
  }

  async backlog() {
    const now = this.deps.clock.now()
    const backlog = await readBacklog(this.deps.db, now)
    return { ...backlog, oldest_due_seconds: now - (backlog.oldest_due_ts ?? now) }
  }

  async delays() {
    const now = this.deps.clock.now()
    const due = Object.entries(await readDelays(this.deps.db, now))
    return due.map(([state, ts]) => ({ state, seconds: now - (ts ?? now) }))
  }

  async schedules() {
    const now = this.deps.clock.now()
    const all = [...this.#workers.values()].flatMap(({ name, plan }) =>
      'every' in plan ? [{ name, interval: plan.every }] : [],
    )
    const succeeded = await readLastSuccesses(
      this.deps.db,
      all.map(({ name }) => name),
    )
    return all.map((one) => ({ ...one, age: now - (succeeded.get(one.name) ?? now) }))
  }

  /** Takes no more jobs and finishes running ones. A job that takes too long is abandoned: its lease expires. */
  async close(): Promise<void> {
    this.#stopping.abort()
    const finished = Promise.all([...this.#workers.values()].map((worker) => worker.finished()))
    await Promise.race([finished, sleep(this.#options.closingSeconds * 1000, undefined, { ref: false })])
    for (const stop of this.#stops) await stop()
  }

  #enabled(): JobWorker[] {
    const all = [...this.#workers.values()]
    return this.#options.withoutPeriodic ? all.filter(({ plan }) => !('every' in plan)) : all
  }

  async #pollDue(): Promise<void> {
    const names = this.#enabled().map(({ name }) => name)
    for (const name of await this.#queue.dueKinds(names, this.deps.clock.now()))
      void this.#workers.get(name)?.poll()
  }

  async #renewLeases(): Promise<void> {
    for (const { leases, leaseSeconds } of this.#workers.values())
      await this.#queue.renew(leases, leaseSeconds)
  }
}
