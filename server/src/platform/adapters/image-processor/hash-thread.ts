import type { Worker } from 'node:worker_threads'
import { TransientError } from '../../failure'
import type { HashIndex, PhotoMatches } from '../../ports/image-processor'
import { startWorker } from '../../worker-entry'
import type { HashOrder } from './hash-worker'
import type { Pixels } from './pdq'

interface Waiting {
  resolve(reply: unknown): void
  reject(error: unknown): void
}

/** Hashes pictures, and searches hashes, in a thread of its own that starts when it is first used. */
export interface HashThread extends HashIndex {
  hash(pixels: Pixels): Promise<Uint8Array>
}

export function openHashThread(): HashThread {
  let worker: Worker | undefined
  let isClosed = false
  const waiting: Waiting[] = []
  const lost = new Set<() => void>()

  function start(): Worker {
    const thread = startWorker('platform/adapters/image-processor/hash-worker')
    const fail = (error: unknown) => {
      if (worker !== thread) return
      worker = undefined
      for (const { reject } of waiting.splice(0))
        reject(new TransientError('The hash thread failed.', { cause: error }))
      for (const listener of lost) listener()
    }
    thread.on('message', (reply) => waiting.shift()?.resolve(reply))
    thread.on('error', fail)
    thread.on('exit', (code) => fail(new Error(`The hash thread exited with code ${code}`)))
    return thread
  }

  function send(order: HashOrder, transfer: Uint8Array[] = []): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('The hash thread is closed'))
    worker ??= start()
    const thread = worker
    // Only work that somebody waits for keeps the process running.
    thread.ref()
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      thread.postMessage(
        order,
        transfer.map(({ buffer }) => buffer as ArrayBuffer),
      )
    }).finally(() => {
      if (waiting.length === 0) thread.unref()
    })
  }

  return {
    hash: (pixels) => send({ do: 'hash', pixels }, [pixels.data]) as Promise<Uint8Array>,
    async add(kind, entries) {
      await send({ do: 'add', kind, entries })
    },
    find: (hashes, { except = 0, atMost }) =>
      send({ do: 'find', hashes, except, atMost }) as Promise<PhotoMatches>,
    async clear() {
      await send({ do: 'clear' })
    },
    onLost(listener) {
      lost.add(listener)
    },
    async close() {
      isClosed = true
      const thread = worker
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(new Error('The hash thread is closed'))
      await thread?.terminate()
    },
  }
}
