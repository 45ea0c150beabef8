import { setImmediate as breathe } from 'node:timers/promises'

/** The loop is let go at least this often. */
const HOLD_MS = 3

/** For work that is long in all: asked often, it lets others have their turn when it is time. */
export function takeTurns(): () => Promise<void> {
  let held = performance.now()
  return async () => {
    if (performance.now() - held < HOLD_MS) return
    await breathe()
    held = performance.now()
  }
}
