// npm run bench:upgrade [-- 5060e50 visitors]: replaces two processes of an earlier release behind HAProxy with this
// one and back, one after the other, while people log in, browse, gesture, listen and chat. Fails if a request failed
// or if anything acknowledged is missing.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPrevious } from '../tests/e2e/previous-release/build'
import { withoutNewerNames } from '../tests/e2e/previous-release/newer-names'
import { runScaleOut } from '../tests/e2e/scale-out/run'
import { openScaledSite } from '../tests/e2e/scale-out/site'

const [release = '5060e50', visitors = '16'] = process.argv.slice(2)
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
      if (program === release) await withoutNewerNames(site.postgres.url, main, () => site.restart(at, main))
      else await site.restart(at)
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
