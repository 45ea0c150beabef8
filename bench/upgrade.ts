// npm run bench:upgrade -- commit [visitors]: replaces two processes of an earlier release behind HAProxy with this
// one and back, one after the other, while people log in, browse, gesture, listen and chat. Fails if a request failed
// or if anything acknowledged is missing. docs/operations/upgrade.md says which releases cannot run beside this one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrevious } from '../tests/e2e/previous-release/build'
import { runScaleOut } from '../tests/e2e/scale-out/run'
import { openScaledSite } from '../tests/e2e/scale-out/site'

const [release, visitors = '16'] = process.argv.slice(2)
if (!release) throw new Error('Name the commit of an earlier release.')
const dir = await mkdtemp(join(tmpdir(), 'rosella-upgrade-'))
const main = await buildPrevious(dir, release)
const site = await openScaledSite(2, { program: main })
/** Upgrade, then downgrade. */
const steps = [
  ['this release', 0],
  ['this release', 1],
  [release, 0],
  [release, 1],
] as const
const ran = await runScaleOut(
  {
    ...site,
    async restart(n) {
      const [program, at] = steps[n] as (typeof steps)[number]
      await site.restart(at, program === release ? main : undefined)
      console.log(`process ${at + 1} is ${program}`)
    },
  },
  { visitors: Number(visitors), steadySeconds: 5, restarts: steps.length },
)
const errors = site
  .processes()
  .flatMap((server) => `${server.errors()}${server.output()}`.match(/.*"level":50.*/g) ?? [])
await site.close()
await rm(dir, { recursive: true, force: true })
const failures = [...ran.steady.failures, ...ran.rolling.failures]
const actions = [ran.steady, ran.rolling].flatMap(({ took }) => Object.values(took)).flat().length
console.log(`${actions} actions while ${release} became this release and this became ${release} again, ${failures.length} failed
${ran.acknowledged} messages acknowledged, ${ran.resends} sent again on a new socket, ${ran.faults.length} faults
${errors.length} errors logged by the processes running at the end`)
for (const line of [...failures, ...ran.faults, ...errors].slice(0, 20)) console.log(`  ${line}`)
process.exit(failures.length + ran.faults.length + errors.length > 0 ? 1 : 0)
