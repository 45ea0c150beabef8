import { setTimeout as sleep } from 'node:timers/promises'
import type { JobFigures, JobTotals } from '../metrics/site-metrics'
import type { Services } from '../services'
import { every } from '../timing'
import type { JobKind, JobPayloads } from './job-kinds'
import { JobQueue } from './job-queue'
import { type JobOptions, JobWorker, type Work } from './job-worker'
import { readBacklog } from './stopped-jobs'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log'>

export interface RunnerOptions {
  /** After this long without a sign of life whoever has a job is taken for dead. */
  leaseSeconds?: number
  /** How often it looks for what nobody told it of. */
  pollSeconds?: number
  /** How long closing waits for what is in hand. */
  closingSeconds?: number
  /** Periodic jobs run only when they are asked to. */
  withoutPeriodic?: boolean
}

/** Does the jobs of the table, beside any number of other processes: each job is in one hand at a time. */
export class JobRunner implements JobFigures {
  readonly #workers = new Map<string, JobWorker>()
  readonly #options: Required<RunnerOptions>
  readonly #queue: JobQueue
  readonly #stopping = new AbortController()
  readonly #stops: (() => unknown)[] = []

  constructor(
    private readonly deps: Deps,
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

  /** Runs again and again, in one process of the site at a time. One that fails comes round as ever. */
  registerPeriodic(name: string, seconds: number, work: (signal: AbortSignal) => Promise<unknown>): void {
    this.#add(name, (_payload, signal) => work(signal), { every: seconds })
  }

  #add(name: string, work: Work, plan: JobWorker['plan']): void {
    if (this.#workers.has(name)) throw new Error(`Two jobs are called ${name}`)
    const deps = { ...this.deps, queue: this.#queue, signal: this.#stopping.signal }
    this.#workers.set(name, new JobWorker(deps, name, work, plan))
  }

  async start(): Promise<void> {
    const { bus, clock, log } = this.deps
    const { leaseSeconds, pollSeconds } = this.#options
    const now = clock.now()
    for (const { name, plan } of this.#workers.values()) {
      if ('every' in plan) await this.#queue.ensurePeriodic(name, now + plan.every, now)
    }
    const onTrouble = (err: unknown) => log.warn({ err }, 'jobs wait: the database does not answer')
    const renewing = every(leaseSeconds / 3, () => this.#renewLeases(), onTrouble)
    const polling = every(pollSeconds, () => this.#lookForDue(), onTrouble)
    this.#stops.push(
      polling,
      bus.subscribe((event) => event.kind === 'job.due' && void this.#workers.get(event.job)?.look()),
      bus.onGap(() => this.wake()),
      // Until the last: what is in hand at the end stays in hand.
      renewing,
    )
    this.wake()
  }

  /** Looks for whatever is due. */
  wake(): void {
    for (const worker of this.#byClock()) void worker.look()
  }

  /** Has a periodic job run now and waits until it has; while another process has it, it runs there. */
  async runPeriodic(name: string): Promise<void> {
    const worker = this.#workers.get(name)
    if (!worker) throw new Error(`There is no job ${name}`)
    await this.#queue.makeDue(name, this.deps.clock.now())
    await worker.look()
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

  /** Takes no more and finishes what is in hand. What takes too long is left: its lease runs out by itself. */
  async close(): Promise<void> {
    this.#stopping.abort()
    const finished = Promise.all([...this.#workers.values()].map((worker) => worker.finished()))
    await Promise.race([finished, sleep(this.#options.closingSeconds * 1000, undefined, { ref: false })])
    for (const stop of this.#stops) await stop()
  }

  #byClock(): JobWorker[] {
    const all = [...this.#workers.values()]
    return this.#options.withoutPeriodic ? all.filter(({ plan }) => !('every' in plan)) : all
  }

  async #lookForDue(): Promise<void> {
    const names = this.#byClock().map(({ name }) => name)
    for (const name of await this.#queue.dueKinds(names, this.deps.clock.now()))
      void this.#workers.get(name)?.look()
  }

  #renewLeases(): Promise<void> {
    return this.#queue.renew([...this.#workers.values()].flatMap(({ leases }) => leases))
  }
}
