import { join } from 'node:path'
import type { Family, ToSupervisor, ToWorker } from './messages'

/** A worker's connection to its supervisor, and through it to the other workers on the same port. */
export interface SupervisorLink {
  /** Names this worker in the ids of Socket.IO sessions. */
  readonly workerName: string
  /** The Unix socket on which a worker accepts requests for its own sessions. */
  socketPath(workerName: string): string
  /** The metrics of all workers. */
  collectMetrics(): Promise<Family[][]>
  onMetricsRequested(read: () => Promise<Family[]>): void
  /** Sends the metrics of this worker a last time, so that the supervisor keeps its counters. */
  sendLastMetrics(): Promise<void>
  /** Reports that this worker accepts connections. */
  listening(address: string): void
  /** Another worker has taken over from this one. */
  onReplaced(close: () => void): void
}

/** The supervisor waits for 400 ms. */
const TIMEOUT_MS = 450
/** A name becomes part of a path. */
const NAME = /^\d{1,10}$/

/** `folder` holds the sockets of all workers. */
export function connectToSupervisor(folder: string): SupervisorLink {
  let lastId = 0
  const pending = new Map<number, (metrics: Family[][]) => void>()
  let readMetrics: () => Promise<Family[]> = async () => []
  let close = () => {}
  const send = (message: ToSupervisor) => {
    if (process.connected) process.send?.(message)
  }
  process.on('message', (message: ToWorker) => {
    if (message.type === 'replaced') close()
    if (message.type === 'all-metrics') pending.get(message.id)?.(message.metrics)
    if (message.type === 'send-metrics') {
      const { id } = message
      // On failure the supervisor's time limit leaves this worker out.
      readMetrics().then(
        (metrics) => send({ type: 'metrics', id, metrics }),
        () => {},
      )
    }
  })
  return {
    workerName: String(process.pid),
    socketPath: (name) => join(folder, NAME.test(name) ? `${name}.sock` : 'nobody.sock'),
    listening: (address) => send({ type: 'listening', address }),
    onReplaced(then) {
      close = then
    },
    onMetricsRequested(read) {
      readMetrics = read
    },
    async sendLastMetrics() {
      const metrics = await readMetrics()
      const message: ToSupervisor = { type: 'metrics', id: 0, metrics }
      if (process.connected) await new Promise((sent) => process.send?.(message, undefined, undefined, sent))
    },
    collectMetrics() {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(id)
          reject(new Error('The supervisor did not return the metrics of the other workers'))
        }, TIMEOUT_MS)
        pending.set(id, (metrics) => {
          clearTimeout(timer)
          pending.delete(id)
          resolve(metrics)
        })
        send({ type: 'collect-metrics', id })
      })
    },
  }
}
