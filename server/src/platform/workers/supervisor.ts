import cluster, { type Worker } from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, processCount, runtimeFolder, WORKER_FOLDER, workerFolder } from '../config'
import type { ToSupervisor, ToWorker } from './messages'
import { connectToSupervisor, type SupervisorLink } from './worker'
import { type Receiver, WorkerMetrics } from './worker-metrics'

/** How long a worker may take to exit: it drains, finishes requests and finishes running jobs. */
const CLOSING_MS = 60_000

/** One worker, from fork to exit. */
class WorkerProcess implements Receiver {
  readonly startedAt = Date.now()
  /** Resolves with the reason as text. */
  readonly exited: Promise<string>
  /** Resolves after its last message. */
  readonly disconnected: Promise<void>
  /** The worker's address; rejects if the worker exits before it accepts connections. */
  readonly listening: Promise<string>
  #worker: Worker
  #isListening = false
  #isStopping = false

  constructor(env: Record<string, string>, onMessage: (from: WorkerProcess, message: ToSupervisor) => void) {
    const worker = cluster.fork(env)
    this.#worker = worker
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code, signal) =>
        resolve(signal ? `was killed by ${signal}` : `exited with code ${code}`),
      )
    })
    this.disconnected = new Promise((resolve) => {
      worker.once('disconnect', resolve)
    })
    // Sending to a worker that is exiting fails; its exit event follows.
    worker.on('error', () => {})
    const address = new Promise<string>((resolve) => {
      worker.on('message', (message: ToSupervisor) => {
        if (message.type === 'listening') {
          this.#isListening = true
          resolve(message.address)
        } else onMessage(this, message)
      })
    })
    const exitedEarly = this.exited.then((reason) => {
      this.#isListening = false
      throw new Error(`A process ${reason} before it accepted connections.`)
    })
    this.listening = Promise.race([address, exitedEarly])
    // Not every caller waits for it.
    this.listening.catch(() => {})
    exitedEarly.catch(() => {})
  }

  get pid(): number {
    return this.#worker.process.pid ?? 0
  }

  get isListening(): boolean {
    return this.#isListening
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** Asks the worker to exit, and kills it after a minute. */
  async stop(reason: 'replaced' | 'shutdown'): Promise<void> {
    this.#isStopping = true
    if (reason === 'replaced') this.send({ type: 'replaced' })
    else this.#worker.process.kill('SIGTERM')
    const cancel = new AbortController()
    const timedOut = sleep(CLOSING_MS, true, { signal: cancel.signal }).catch(() => false)
    if (await Promise.race([this.exited.then(() => false), timedOut])) this.#worker.process.kill('SIGKILL')
    await this.exited
    cancel.abort()
  }
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Grows with each consecutive failure, so that a worker that fails at start-up doesn't fill the log. */
export const restartPause = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))

/** A worker that ran this long did not fail at start-up. */
const SETTLED_MS = 60_000

interface Slot {
  /** The label of its metrics. */
  name: string
  worker: WorkerProcess | undefined
  /** Consecutive unexpected exits. */
  failures: number
}

export interface SupervisorOptions {
  count: number
  /** Added to the environment of the workers. */
  env: Record<string, string>
  /** For the operator. */
  print(line: string): void
}

/**
 * Runs `count` workers on one port; node:cluster distributes connections round-robin. Replaces a worker that exits
 * unexpectedly. A reload replaces all, one by one, and stops an old worker only when its successor accepts
 * connections.
 */
export class Supervisor {
  readonly #slots: Slot[]
  readonly #metrics: WorkerMetrics
  readonly #timers = new Set<NodeJS.Timeout>()
  #reloading: Promise<void> | undefined
  #reloadAgain = false
  #stopping = false

  constructor(private readonly options: SupervisorOptions) {
    this.#slots = Array.from({ length: options.count }, (_, at) => ({
      name: String(at + 1),
      worker: undefined,
      failures: 0,
    }))
    this.#metrics = new WorkerMetrics(this.#slots.map(({ name }) => name))
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /** Returns the address. The first worker starts alone: it migrates the database, and a fault is printed once. */
  async start(): Promise<string> {
    let address = ''
    for (const slot of this.#slots) address = await this.#fill(slot)
    return address
  }

  /** If a new worker does not start, the remaining old ones keep running. */
  reload(): Promise<void> {
    this.#reloadAgain = true
    this.#reloading ??= this.#replaceAll().finally(() => {
      this.#reloading = undefined
    })
    return this.#reloading
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#slots.map(({ worker }) => worker?.stop('shutdown')))
    await this.#reloading
  }

  async #replaceAll(): Promise<void> {
    while (this.#reloadAgain && !this.#stopping) {
      this.#reloadAgain = false
      for (const slot of this.#slots) {
        const before = slot.worker
        await before?.listening.catch(() => {})
        if (this.#stopping) return
        try {
          await this.#fill(slot)
        } catch (error) {
          return this.options.print(
            `${(error as Error).message} The reload stopped; the others keep running.`,
          )
        }
        await before?.stop('replaced')
      }
      this.options.print(`All ${this.#slots.length} processes have been restarted.`)
    }
  }

  /** Starts a worker, which takes the slot once it accepts connections. */
  async #fill(slot: Slot): Promise<string> {
    const worker = new WorkerProcess(this.options.env, (from, message) => this.#receive(from, message))
    this.#metrics.add(worker, slot.name)
    void worker.disconnected.then(() => this.#metrics.remove(worker))
    // So that stop() also stops a worker that is still starting.
    if (!slot.worker) slot.worker = worker
    const address = await worker.listening
    if (this.#stopping) {
      await worker.stop('shutdown')
      return address
    }
    slot.worker = worker
    void worker.exited.then((reason) => this.#replace(slot, worker, reason))
    return address
  }

  #replace(slot: Slot, worker: WorkerProcess, reason: string): void {
    if (this.#stopping || worker.isStopping || slot.worker !== worker) return
    slot.failures = Date.now() - worker.startedAt > SETTLED_MS ? 1 : slot.failures + 1
    this.#metrics.countCrash(slot.name)
    this.options.print(`Process ${worker.pid} ${reason}; starting a replacement.`)
    this.#fillLater(slot)
  }

  #fillLater(slot: Slot): void {
    slot.worker = undefined
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      // A reload may have filled it meanwhile.
      if (slot.worker || this.#stopping) return
      this.#fill(slot).catch((error: Error) => {
        if (this.#stopping) return
        slot.failures++
        this.#metrics.countCrash(slot.name)
        this.options.print(`${error.message} Trying again.`)
        this.#fillLater(slot)
      })
    }, restartPause(slot.failures))
    this.#timers.add(timer)
  }

  #receive(from: WorkerProcess, message: ToSupervisor): void {
    if (message.type === 'metrics') this.#metrics.receive(from, message.id, message.metrics)
    if (message.type !== 'collect-metrics') return
    const { id } = message
    void this.#metrics.collect().then((metrics) => from.send({ type: 'all-metrics', id, metrics }))
  }
}

/** Undefined in a process that no supervisor started. */
export function findSupervisor(): SupervisorLink | undefined {
  const folder = workerFolder()
  return cluster.isWorker && folder ? connectToSupervisor(folder) : undefined
}

/** With PROCESSES this process serves no requests: it starts, replaces and stops the workers that do. */
export async function supervise(config: Config, fail: (error: unknown) => never): Promise<void> {
  const count = processCount(config)
  const folder = mkdtempSync(join(runtimeFolder(), 'rosella-workers-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const supervisor = new Supervisor({ count, env: { [WORKER_FOLDER]: folder }, print })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= supervisor.stop().then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A reload during start-up runs afterwards: the first worker may already use the old settings.
  let [started, reloadRequested] = [false, false]
  process.on('SIGHUP', () => {
    if (started) void supervisor.reload()
    else reloadRequested = true
  })
  const address = await supervisor.start().catch(async () => {
    // The worker has already printed the reason.
    await (stopping ?? supervisor.stop())
    process.exit(1)
  })
  started = true
  process.stdout.write(`${config.site.name} is open at ${address} with ${count} processes\n`)
  if (reloadRequested) void supervisor.reload()
}
