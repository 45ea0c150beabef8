import type { Worker } from 'node:worker_threads'
import { TransientError } from '../../failure'
import { startWorker } from '../../worker-entry'
import type { DriverError } from '../throw-transient'
import type { Ask, PlainError, Statement, Told, WorkerData } from './pglite-worker'
import { isTransientState } from './postgres'

type Op = Ask extends infer One ? (One extends Ask ? Omit<One, 'id'> : never) : never
type Result = Statement | undefined
type Answered = { result: Result } | { error: PlainError }

const startLimitMs = 120_000

/** PGlite on its own thread, so that a long query never stops the event loop. One session, first come first served. */
export class PgliteSession {
  readonly #worker: Worker
  readonly #open = new Map<number, (answered: Answered) => void>()
  #lastId = 0
  #over: string | undefined
  #lastWords = ''

  private constructor(data: WorkerData) {
    this.#worker = startWorker('platform/adapters/database/pglite-worker', {
      workerData: data,
      stdout: true,
      stderr: true,
    })
    for (const stream of [this.#worker.stdout, this.#worker.stderr])
      stream.on('data', (text) => {
        this.#lastWords = (this.#lastWords + text).slice(-2000)
      })
    this.#worker.on('message', (told: Told) => this.#settle(told.id, told))
    this.#worker.on('error', (error) => this.#end(error.message))
    this.#worker.on('exit', () => this.#end('its thread has ended'))
  }

  /** Rejects with what PGlite itself last said when the folder cannot be opened. */
  static async start(data: WorkerData): Promise<PgliteSession> {
    const session = new PgliteSession(data)
    const limit = setTimeout(() => session.#end('it did not start in time'), startLimitMs)
    const answered = await session.#answer(0)
    clearTimeout(limit)
    if ('result' in answered) return session
    await session.#worker.terminate()
    const fatal = /(?:FATAL|PANIC):\s*(.+)/.exec(session.#lastWords)?.[1]
    throw new Error(fatal ?? answered.error.message)
  }

  /** It will never answer again; another one must be started in its place. */
  get isOver(): boolean {
    return this.#over !== undefined
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Statement> {
    return (await this.#ask({ op: 'run', sql, parameters: [...parameters] })) as Statement
  }

  async close(): Promise<void> {
    if (this.#over === undefined) await this.#ask({ op: 'close' }).catch(() => {})
    this.#end('it has been closed')
    await this.#worker.terminate()
  }

  async #ask(op: Op): Promise<Result> {
    if (this.#over !== undefined) throw new TransientError(this.#over)
    const id = ++this.#lastId
    const answering = this.#answer(id)
    this.#worker.postMessage({ id, ...op })
    const answered = await answering
    if ('result' in answered) return answered.result
    // Made here and not when the message arrives, so that the stack leads to whoever asked.
    const { message, ...rest } = answered.error
    const isFatal = rest.severity === 'PANIC' || rest.severity === 'FATAL'
    if (isFatal) this.#end(message)
    const error: DriverError = Object.assign(new Error(message), rest)
    if (isFatal || rest.isOver || isTransientState(error)) throw new TransientError(message, { cause: error })
    throw error
  }

  #answer(id: number): Promise<Answered> {
    return new Promise((resolve) => this.#open.set(id, resolve))
  }

  #settle(id: number, answered: Answered): void {
    this.#open.get(id)?.(answered)
    this.#open.delete(id)
  }

  #end(why: string): void {
    this.#over ??= `The embedded database is not running: ${why}.`
    for (const id of [...this.#open.keys()])
      this.#settle(id, { error: { message: this.#over, isOver: true } })
  }
}
