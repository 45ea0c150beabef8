// npm run kill-test [-- clients each rounds]: the long form of tests/e2e/kill.test.ts.
import { runKillTest } from '../tests/e2e/kill/run'
import { openSite } from '../tests/e2e/kill/site'
import { judge } from '../tests/e2e/kill/verdict'

const [clients = 200, each = 150, rounds = 3] = process.argv.slice(2).map(Number)
const site = await openSite()
const { chatters, seconds, disasters } = await runKillTest(site, { clients, each, rounds })
const { acknowledged, stored, faults } = await judge(site.postgres.url, chatters)
const sum = (count: (chatter: (typeof chatters)[number]) => number) =>
  chatters.reduce((total, chatter) => total + count(chatter), 0)
for (const chatter of chatters) chatter.disconnect()
await site.close()

console.log(disasters.join('\n'))
console.log(`
${clients} clients, two processes, ${disasters.length} disasters in ${seconds.toFixed(0)} s
${acknowledged} acknowledged, ${stored} stored
${sum(({ resends }) => resends)} resends over ${sum(({ connections }) => connections)} connections
${sum(({ received }) => received.length)} received live, the rest from the history
${faults.length} faults`)
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
