// Loaded before a server that is measured: on SIGUSR2 it collects its garbage and says what remains.
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  writeSync(2, `memory ${JSON.stringify({ rss, heapUsed })}\n`)
})
