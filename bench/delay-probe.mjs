// Loaded before a server that is measured, and before memory-probe.mjs: on SIGUSR2 it says how late the event loop
// has been since the start, in milliseconds, without the pause in which the other probe collects the garbage.
import { writeSync } from 'node:fs'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
loop.enable()
let total = createHistogram()
// What it records is the time from one turn of its timer to the next.
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

process.on('SIGUSR2', () => {
  if (loop.count > 0) total.add(loop)
  const figures = { p50: late(total.percentile(50)), p99: late(total.percentile(99)), max: late(total.max) }
  writeSync(2, `delay ${JSON.stringify(figures)}\n`)
  setTimeout(() => loop.reset(), 5 * RESOLUTION_MS)
})
// The load begins: what opening the house took does not count.
process.on('SIGWINCH', () => {
  loop.reset()
  total = createHistogram()
})
