import type { Worker } from 'node:worker_threads'
import { TransientError } from '../../failure'
import { startWorker } from '../../worker-entry'
import type { DriverError } from '../throw-transient'
import type { PlainError, Statement, WorkerData, WorkerReply, WorkerRequest } from './pglite-worker'
import { isTransientState } from './postgres'

type Op = WorkerRequest extends infer One ? (One extends WorkerRequest ? Omit<One, 'id'> : never) : never
type Result = Statement | undefined
type Outcome = { result: Result } | { error: PlainError }

const START_TIMEOUT_MS = 120_000

/**
 * PGlite in its own thread, so that a long query never blocks the event loop. There is one session, used in order.
 */
export class PgliteSession {
  readonly #worker: Worker
  readonly #pending = new Map<number, (outcome: Outcome) => void>()
  #lastId = 0
  #ended: string | undefined
  #output = ''

  private constructor(data: WorkerData) {
    this.#worker = startWorker('platform/adapters/database/pglite-worker', {
      workerData: data,
      stdout: true,
      stderr: true,
    })
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.on('data', (text) => {
        this.#output = (this.#output + text).slice(-2000)
      })
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply.id, reply))
    this.#worker.on('error', (error) => this.#end(error.message))
    this.#worker.on('exit', () => this.#end('its thread has ended'))
  }

  /** If the folder cannot be opened, rejects with PGlite's own last message. */
  static async start(data: WorkerData): Promise<PgliteSession> {
    const session = new PgliteSession(data)
    const limit = setTimeout(() => session.#end('it did not start in time'), START_TIMEOUT_MS)
    const outcome = await session.#outcome(0)
    clearTimeout(limit)
    if ('result' in outcome) return session
    await session.#worker.terminate()
    const fatal = /(?:FATAL|PANIC):\s*(.+)/.exec(session.#output)?.[1]
    throw new Error(fatal ?? outcome.error.message)
  }

  /** The session cannot be used again and must be replaced. */
  get hasEnded(): boolean {
    return this.#ended !== undefined
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Statement> {
    return (await this.#request({ op: 'run', sql, parameters: [...parameters] })) as Statement
  }

  async close(): Promise<void> {
    if (this.#ended === undefined) await this.#request({ op: 'close' }).catch(() => {})
    this.#end('it has been closed')
    await this.#worker.terminate()
  }

  async #request(op: Op): Promise<Result> {
    if (this.#ended !== undefined) throw new TransientError(this.#ended)
    const id = ++this.#lastId
    const waiting = this.#outcome(id)
    this.#worker.postMessage({ id, ...op })
    const outcome = await waiting
    if ('result' in outcome) return outcome.result
    // Created here rather than when the message arrives, so that the stack trace leads to the caller.
    const { message, ...rest } = outcome.error
    const isFatal = rest.severity === 'PANIC' || rest.severity === 'FATAL'
    if (isFatal) this.#end(message)
    const error: DriverError = Object.assign(new Error(message), rest)
    if (isFatal || rest.hasEnded || isTransientState(error))
      throw new TransientError(message, { cause: error })
    throw error
  }

  #outcome(id: number): Promise<Outcome> {
    return new Promise((resolve) => this.#pending.set(id, resolve))
  }

  #settle(id: number, outcome: Outcome): void {
    this.#pending.get(id)?.(outcome)
    this.#pending.delete(id)
  }

  #end(why: string): void {
    this.#ended ??= `The embedded database is not running: ${why}.`
    for (const id of [...this.#pending.keys()])
      this.#settle(id, { error: { message: this.#ended, hasEnded: true } })
  }
}
