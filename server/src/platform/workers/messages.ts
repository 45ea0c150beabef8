/** From a worker to its supervisor. */
export type ToSupervisor =
  | { type: 'listening'; address: string }
  /** A client requested the metrics of all workers. */
  | { type: 'collect-metrics'; id: number }
  | { type: 'metrics'; id: number; metrics: unknown }

/** From the supervisor to a worker. */
export type ToWorker =
  /** A new worker has taken over: close all connections and exit. */
  | { type: 'replaced' }
  | { type: 'send-metrics'; id: number }
  | { type: 'all-metrics'; id: number; metrics: unknown[] }

export interface Receiver {
  send(message: ToWorker): void
}

const TIMEOUT_MS = 2000

interface Collection {
  metrics: unknown[]
  missing: number
  finish(): void
}

/** Requests the metrics of every worker; a worker that does not reply in time is left out. */
export class MetricsCollector {
  #lastId = 0
  readonly #open = new Map<number, Collection>()

  collect(workers: readonly Receiver[]): Promise<unknown[]> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.#open.delete(id)
        resolve(collection.metrics)
      }
      const timer = setTimeout(finish, TIMEOUT_MS)
      const collection: Collection = { metrics: [], missing: workers.length, finish }
      this.#open.set(id, collection)
      for (const worker of workers) worker.send({ type: 'send-metrics', id })
      if (workers.length === 0) finish()
    })
  }

  receive(id: number, metrics: unknown): void {
    const collection = this.#open.get(id)
    if (!collection) return
    collection.metrics.push(metrics)
    collection.missing--
    if (collection.missing === 0) collection.finish()
  }
}
