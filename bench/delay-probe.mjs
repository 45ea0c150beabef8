// Loaded before a server that is measured, and before memory-probe.mjs: on SIGUSR2 it says how late the event loop
// has been since SIGWINCH, in milliseconds. Node's own monitorEventLoopDelay does the same, but cannot leave out the
// pause in which the other probe collects the garbage.
import { writeSync } from 'node:fs'
import { createHistogram } from 'node:perf_hooks'

const EVERY_MS = 10
let late = createHistogram()
let last = 0
setInterval(() => {
  const now = performance.now()
  // In microseconds; a histogram begins at 1.
  if (last > 0) late.record(Math.max(1, Math.round((now - last - EVERY_MS) * 1000)))
  last = now
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  const of = (share) => late.percentile(share) / 1000
  writeSync(2, `delay ${JSON.stringify({ p50: of(50), p99: of(99), max: late.max / 1000 })}\n`)
  last = 0
})
// The load begins: what opening the server took does not count.
process.on('SIGWINCH', () => {
  late = createHistogram()
})
