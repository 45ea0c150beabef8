import { setTimeout as rest, setImmediate as yieldToOthers } from 'node:timers/promises'

const YIELD_EVERY_MS = 3
/** If other work took this long during a yield, a job rests. */
const BUSY_MS = 1
const REST_MS = 20

/**
 * Returns a function that long work calls often and awaits; it yields to the event loop every few milliseconds. A job
 * also rests while the process is busy, because a request takes many iterations of the event loop and a job would
 * lengthen each of them.
 */
export function createYielder({ forJob = false } = {}): () => Promise<void> {
  let lastYield = performance.now()
  return async () => {
    const began = performance.now()
    if (began - lastYield < YIELD_EVERY_MS) return
    await yieldToOthers()
    if (forJob && performance.now() - began >= BUSY_MS) await rest(REST_MS)
    lastYield = performance.now()
  }
}
