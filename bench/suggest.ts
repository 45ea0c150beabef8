// Compares five ways of suggesting members in a simulated town whose members like by a hidden taste:
//   npm run bench:suggest            50,000 members, 30 days, and a timed assignment of 100,000
//   npm run bench:suggest -- 2000 14 0 greedy,ours 12   smaller and shorter, during development, with another seed
//   npm run bench:suggest -- 2000 28 0 ours,starting,town 11 indifferent   what learning the weights costs and brings, in
//                                    a town where goals and tags do not matter (usual: they do, choosy: twice as much)
//   npm run bench:suggest -- 2000 14 0 ours 13 reading   and `demanding`: with the match of the questions on each card
// Each policy runs in its own process, one per core. Each process builds the same town again.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import type { LearnedWeights } from '@rosella/contract/browse/exposure'
import { policies, variants } from './suggest-town/policies'
import type { SimulationMetrics } from './suggest-town/simulate'
import { buildTown } from './suggest-town/town'
import { World } from './suggest-town/world'

const [size = 50_000, days = 30, timed = size * 2] = process.argv.slice(2, 5).map(Number)
const only = process.argv[5]?.split(',') ?? Object.keys(policies)
const SEED = Number(process.argv[6] ?? 11)
const KIND = process.argv[7] ?? 'usual'

const write = (line: string) => process.stdout.write(`${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

write(`Town of ${size}, ${days} days, seed ${SEED}, ${KIND} members`)
write(
  '| | cards seen | likes | mutual likes answered | members with one | worst weekly Gini | unseen in a week (and without a match) | newcomers seen 50 times (and with fewer matches) | fewest | over the limit of likes (most) | s |',
)
write('|---|---|---|---|---|---|---|---|---|---|---|')
const results = new Map<string, SimulationMetrics>()
// The slowest policy starts first.
const names = Object.keys({ ...policies, ...variants })
  .filter((name) => only.some((start) => name.startsWith(start)))
  .reverse()
await Promise.all(Array.from({ length: availableParallelism() }, runPolicies))

async function runPolicies(): Promise<void> {
  for (let name = names.shift(); name; name = names.shift()) {
    const driver = fork(new URL('suggest-driver.ts', import.meta.url), [
      ...[size, days, SEED].map(String),
      name,
      KIND,
    ])
    const ended = once(driver, 'exit').then(() =>
      Promise.reject(new Error(`${name} exited without a result`)),
    )
    const [f] = (await Promise.race([once(driver, 'message'), ended])) as [
      SimulationMetrics & { learned?: LearnedWeights },
    ]
    results.set(name, f)
    write(
      `| ${name} | ${f.shown} | ${f.likes} | ${f.mutual} | ${percent(f.withMutual)} | ${f.gini.toFixed(3)} | ${f.unseen} (${f.withoutMatch}) | ${f.newcomersKept} of ${f.newcomers} (${f.newcomersFew}) | ${f.fewestForNewcomer} | ${percent(f.overLimit)} (${f.mostOverLimit.toFixed(1)} times) | ${f.seconds.toFixed(0)} |`,
    )
    if (f.learned) write(`${name} learned ${JSON.stringify(f.learned)}`)
  }
}

if (timed > 0) {
  const town = buildTown(timed, 1, SEED + 1)
  const world = new World(town, 1)
  const began = process.cpuUsage()
  const table = world.candidateTable(1)
  const made = policies.ours?.(world, table, 1)
  const { user, system } = process.cpuUsage(began)
  write(`\n${made?.size} members assigned together in ${((user + system) / 1e6).toFixed(1)} s of CPU time`)
}

const ours = results.get('ours')
const others = [...results]
  .filter(([name]) => name !== 'ours' && name in policies)
  .map(([, metrics]) => metrics)
if (ours) printTargets(ours)

function printTargets({
  mutual,
  gini,
  unseen,
  newcomers,
  newcomersKept,
  newcomersFew,
}: SimulationMetrics): void {
  const targets: [string, boolean][] = [
    // Our policy alone proves nothing.
    ['the most mutual likes answered', others.length > 0 && others.every((other) => other.mutual < mutual)],
    ['weekly Gini at most 0.40', gini <= 0.4],
    ['nobody active unseen in a week', unseen === 0],
    ['every newcomer seen 50 times in the first week', newcomersKept + newcomersFew >= newcomers],
  ]
  for (const [target, isMet] of targets) write(`${isMet ? 'met' : 'MISSED'}: ${target}`)
  if (targets.some(([, isMet]) => !isMet)) process.exitCode = 1
}
