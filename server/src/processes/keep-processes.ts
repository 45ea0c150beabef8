import cluster from 'node:cluster'
import { FiguresGatherer } from './gather-figures'
import { KeptProcess } from './kept-process'
import type { ToKeeper } from './messages'
import { restartPause } from './restart-pause'

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
