import { setTimeout as rest, setImmediate as yieldToOthers } from 'node:timers/promises'

/** The loop is let go at least this often. */
const HOLD_MS = 3
/** Whoever else had so much to do is served first. */
const BUSY_MS = 1
const REST_MS = 20

/**
 * For work that is long in all: asked often, it lets others have their turn when it is time. A job, which nobody waits
 * for, rests while others are busy: a call takes many turns of the loop, and each would be longer by what the job does.
 */
export function takeTurns({ forJob = false } = {}): () => Promise<void> {
  let held = performance.now()
  return async () => {
    const began = performance.now()
    if (began - held < HOLD_MS) return
    await yieldToOthers()
    if (forJob && performance.now() - began >= BUSY_MS) await rest(REST_MS)
    held = performance.now()
  }
}
