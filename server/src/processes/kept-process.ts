import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from './gather-figures'
import type { ToKeeper, ToKept } from './messages'

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
