import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { FiguresGatherer, type Listener, type ToKeeper, type ToKept } from './messages'

/** How long one that is asked to end may take: what it drains, answers on their way, jobs in hand. */
const CLOSING_MS = 60_000

/** One server process, from its start to its end. */
export class KeptProcess implements Listener {
  readonly startedAt = Date.now()
  /** How it ended, in words. */
  readonly ended: Promise<string>
  /** Its address; rejects when it ends before it takes connections. */
  readonly opened: Promise<string>
  #worker: Worker
  #isOpen = false
  #isLeaving = false

  constructor(env: Record<string, string>, onMessage: (from: KeptProcess, message: ToKeeper) => void) {
    const worker = cluster.fork(env)
    this.#worker = worker
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with ${code}`))
    })
    // What cannot be told to it any more it need not hear: its end is heard of anyway.
    worker.on('error', () => {})
    const address = new Promise<string>((resolve) => {
      worker.on('message', (message: ToKeeper) => {
        if (message.say === 'opened') {
          this.#isOpen = true
          resolve(message.address)
        } else onMessage(this, message)
      })
    })
    const tooSoon = this.ended.then((how) => {
      this.#isOpen = false
      throw new Error(`A process ${how} before it was open.`)
    })
    this.opened = Promise.race([address, tooSoon])
    // Whoever waits for it hears of it; nobody has to.
    this.opened.catch(() => {})
    tooSoon.catch(() => {})
  }

  get pid(): number {
    return this.#worker.process.pid ?? 0
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether it was asked to end. */
  get isLeaving(): boolean {
    return this.#isLeaving
  }

  tell(message: ToKept): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** Ends because another has taken its place, or with all the others; one that does not, is ended. */
  async end(why: 'replaced' | 'stopping'): Promise<void> {
    this.#isLeaving = true
    if (why === 'replaced') this.tell({ say: 'leave' })
    else this.#worker.process.kill('SIGTERM')
    const late = new AbortController()
    const isLate = sleep(CLOSING_MS, true, { signal: late.signal }).catch(() => false)
    if (await Promise.race([this.ended.then(() => false), isLate])) this.#worker.process.kill('SIGKILL')
    await this.ended
    late.abort()
  }
}

const FIRST_MS = 500
const LONGEST_MS = 30_000

/** Before a process is replaced that ended so many times in a row: what fails at once must not fill the log. */
export const restartPause = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))

/** Who lived this long has not failed at its start. */
const SETTLED_MS = 60_000

/** A place among the processes of the site, and who has it now. */
interface Place {
  process: KeptProcess | undefined
  /** How often in a row whoever had it ended without being asked to. */
  failures: number
}

export interface KeeperOptions {
  count: number
  /** What the processes are told of each other. */
  env: Record<string, string>
  /** One sentence for whoever runs the site. */
  tell(sentence: string): void
}

/**
 * Keeps so many server processes on one port: node:cluster takes the connections and hands each to the next of them.
 * One that ends by itself is replaced, and all can be replaced in turn, each new one before the old one leaves.
 */
export class ProcessKeeper {
  readonly #places: Place[]
  readonly #figures = new FiguresGatherer()
  readonly #timers = new Set<NodeJS.Timeout>()
  #restarting: Promise<void> | undefined
  #restartAgain = false
  #stopping = false

  constructor(private readonly options: KeeperOptions) {
    this.#places = Array.from({ length: options.count }, () => ({ process: undefined, failures: 0 }))
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /** Answers the address. The first opens alone: it brings the tables up to date, and says what is wrong once. */
  async start(): Promise<string> {
    let address = ''
    for (const place of this.#places) address = await this.#fill(place)
    return address
  }

  /** Replaces all, one after the other. Where a new one does not open, the old ones stay. */
  restart(): Promise<void> {
    this.#restartAgain = true
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async stop(): Promise<void> {
    this.#stopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#places.map(({ process }) => process?.end('stopping')))
    await this.#restarting
  }

  async #restartAll(): Promise<void> {
    while (this.#restartAgain && !this.#stopping) {
      this.#restartAgain = false
      for (const place of this.#places) {
        const before = place.process
        await before?.opened.catch(() => {})
        if (this.#stopping) return
        try {
          await this.#fill(place)
        } catch (error) {
          return this.options.tell(`${(error as Error).message} The others go on as they were.`)
        }
        await before?.end('replaced')
      }
      this.options.tell(`All ${this.#places.length} processes have been restarted.`)
    }
  }

  /** A new process takes the place once it is open. */
  async #fill(place: Place): Promise<string> {
    const process = new KeptProcess(this.options.env, (from, message) => this.#hear(from, message))
    // Whoever is stopped while it opens has to be stopped too.
    if (!place.process) place.process = process
    const address = await process.opened
    if (this.#stopping) {
      await process.end('stopping')
      return address
    }
    place.process = process
    void process.ended.then((how) => this.#replace(place, process, how))
    return address
  }

  #replace(place: Place, process: KeptProcess, how: string): void {
    if (this.#stopping || process.isLeaving || place.process !== process) return
    place.failures = Date.now() - process.startedAt > SETTLED_MS ? 1 : place.failures + 1
    this.options.tell(`The process ${process.pid} ${how}; another one is started.`)
    this.#refillLater(place)
  }

  #refillLater(place: Place): void {
    place.process = undefined
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      // A restart of all has filled it meanwhile.
      if (place.process || this.#stopping) return
      this.#fill(place).catch((error: Error) => {
        if (this.#stopping) return
        place.failures++
        this.options.tell(`${error.message} It is tried again.`)
        this.#refillLater(place)
      })
    }, restartPause(place.failures))
    this.#timers.add(timer)
  }

  #hear(from: KeptProcess, message: ToKeeper): void {
    if (message.say === 'figures') this.#figures.receive(message.id, message.figures)
    if (message.say !== 'figures-wanted') return
    const open = this.#places.flatMap(({ process }) =>
      process?.isOpen && !process.isLeaving ? [process] : [],
    )
    void this.#figures
      .gather(open)
      .then((figures) => from.tell({ say: 'figures-of-all', id: message.id, figures }))
  }
}
