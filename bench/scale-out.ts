// npm run bench:scale-out [-- processes visitors seconds]: real processes behind HAProxy (ops/haproxy.cfg) on one
// PostgreSQL and Redis. People log in, browse, gesture, listen and chat while all processes are restarted one after
// another. Fails if a request failed or if anything acknowledged is missing.
import { loadavg } from 'node:os'
import { runScaleOut } from '../tests/e2e/scale-out/run'
import { openScaledSite } from '../tests/e2e/scale-out/site'
import type { Kind, Tally } from '../tests/e2e/scale-out/visitor'
import { cpuOf, postgresProcesses } from './cpu-time'

const [processes = 3, visitors = 60, seconds = 20] = process.argv.slice(2).map(Number)
const site = await openScaledSite(processes)
const database = await postgresProcesses(site.postgres.url)

interface Spent {
  servers: number[]
  proxy: number
  database: number
}
const spent = (): Spent => ({
  servers: site.processes().map(({ child }) => cpuOf(child.pid ?? 0)),
  proxy: cpuOf(site.proxy.pid),
  database: database(),
})
let before: Spent | undefined
let after: Spent | undefined
const ran = await runScaleOut(site, {
  visitors,
  steadySeconds: seconds,
  restarts: processes,
  onPart(part) {
    if (part === 'steady') before = spent()
    if (part === 'rolling') after = spent()
  },
})
await site.close()

const kinds: Kind[] = ['log in', 'list', 'gesture', 'message', 'stream']
const quantile = (list: number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0
const cell = (list: number[]) =>
  list.length === 0 ? '' : `${quantile(list, 0.5).toFixed(0)} / ${quantile(list, 0.99).toFixed(0)}`
const total = (tally: Tally) => kinds.reduce((sum, kind) => sum + tally.took[kind].length, 0)

console.log(`\n${processes} processes, ${visitors} visitors, load ${loadavg()[0]?.toFixed(1)}`)
console.log(
  '| | steady: count | p50 / p99 ms | rolling restart: count | p50 / p99 ms |\n|---|---|---|---|---|',
)
for (const kind of kinds) {
  const [one, two] = [ran.steady.took[kind], ran.rolling.took[kind]]
  console.log(`| ${kind} | ${one.length} | ${cell(one)} | ${two.length} | ${cell(two)} |`)
}
if (before && after) {
  // Log-ins happen before the measurement, because hashing passwords would dominate it.
  const actions = total(ran.steady) - ran.steady.took['log in'].length
  const each = (ms: number) => `${((ms * 1000) / actions).toFixed(0)} µs`
  const [from, to] = [before, after]
  const servers = to.servers.map((ms, n) => ms - (from.servers[n] ?? 0))
  const sum = servers.reduce((a, b) => a + b, 0)
  console.log(`
processor time an action: servers ${each(sum)}, proxy ${each(to.proxy - from.proxy)}, database ${each(to.database - from.database)}
spread over the processes: ${servers.map((ms) => `${((100 * ms) / sum).toFixed(0)} %`).join(', ')}`)
}
const failures = [...ran.steady.failures, ...ran.rolling.failures]
console.log(`restarted ${processes} processes in ${ran.rollingSeconds.toFixed(0)} s
${total(ran.steady) + total(ran.rolling)} actions, ${failures.length} failed
${ran.acknowledged} messages acknowledged, ${ran.resends} sent again on a new socket, ${ran.faults.length} faults`)
for (const line of [...failures, ...ran.faults].slice(0, 20)) console.log(`  ${line}`)
process.exit(failures.length + ran.faults.length > 0 ? 1 : 0)
