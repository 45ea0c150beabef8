// npm run bench:dates [-- dates seconds]: the long form of tests/e2e/kill-check-ins.test.ts.
import { clockChanges, simulateCheckIns } from '../tests/e2e/kill/check-ins'

const [dates = 10_000, seconds = 55] = process.argv.slice(2).map(Number)
const began = performance.now()
const found = await simulateCheckIns({ dates, seconds, changes: clockChanges })
console.log(`
${found.dates} check-ins around ${clockChanges.length} clock changes in ${Math.round((performance.now() - began) / 1000)} s
${found.kills} processes killed, PostgreSQL crashed ${found.crashes} times
${found.answered} answered, ${found.alerted} alerted, ${found.copies} with a second copy (same Message-ID)
missed ${found.missed}, after an acknowledged "I'm OK" ${found.afterOk}, late by more than 60 s ${found.late}
the slowest alert was handed over ${found.slowest} s after its deadline`)
process.exit(found.missed + found.afterOk + found.late > 0 ? 1 : 0)
