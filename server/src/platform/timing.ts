import { setTimeout as sleep } from 'node:timers/promises'

const BATCH = 500

/**
 * Processes added items in order, one batch at a time; items added while a batch runs form the next one.
 * The work handles its own errors.
 */
export function inBatches<T>(work: (batch: T[]) => Promise<void>): (item: T) => void {
  const waiting: T[] = []
  let running = false
  const run = async () => {
    while (waiting.length > 0) await work(waiting.splice(0, BATCH))
    running = false
  }
  return (item) => {
    waiting.push(item)
    if (running) return
    running = true
    queueMicrotask(() => void run())
  }
}

const TIMEOUT_MS = 2000

/** Whether a call succeeds within two seconds. */
export async function respondsInTime(call: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  })
  const succeeded = call().then(
    () => true,
    () => false,
  )
  return Promise.race([succeeded, late]).finally(() => clearTimeout(timer))
}

const WAIT_MS = 300
const MEMORY_MS = 60_000

/**
 * Reads on each call, but waits for at most 300 ms: then it returns the previous result, if that is younger than a minute.
 * Concurrent calls share one read, also with one that still hangs.
 */
export function withMemory<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let known: { at: number; value: T } | undefined
  let reading: Promise<void> | undefined
  const begin = async () => {
    try {
      const value = await read()
      known = { at: performance.now(), value }
    } catch {
      known = undefined
    }
    reading = undefined
  }
  return async () => {
    reading ??= begin()
    await Promise.race([reading, sleep(WAIT_MS, undefined, { ref: false })])
    return known && performance.now() - known.at < MEMORY_MS ? known.value : undefined
  }
}

/**
 * A timer for work that every process does for itself; work that the site does once is a periodic job. Runs never
 * overlap, and a failed run is followed by the next one. Returns a function that stops it and waits for the current
 * run.
 */
export function every(
  seconds: number,
  work: () => Promise<unknown>,
  onError: (err: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work()
      .then(() => {}, onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
