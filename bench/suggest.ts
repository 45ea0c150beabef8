// A simulated town whose members like by a hidden taste, under five ways of suggesting, side by side:
//   npm run bench:suggest            50,000 members, 30 days, and 100,000 assigned for the clock
//   npm run bench:suggest -- 2000 14 0 greedy,ours 12   smaller and shorter, while working on it, and another town
// Each way in a process of its own, as many at once as there are cores: they share nothing but the town, which is made anew.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { policies } from './suggest-town/policies'
import type { Figures } from './suggest-town/simulate'
import { buildTown } from './suggest-town/town'
import { World } from './suggest-town/world'

const [size = 50_000, days = 30, timed = size * 2] = process.argv.slice(2, 5).map(Number)
const only = process.argv[5]?.split(',') ?? Object.keys(policies)
const SEED = Number(process.argv[6] ?? 11)

const write = (line: string) => process.stdout.write(`${line}\n`)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

write(`Town of ${size}, ${days} days, seed ${SEED}`)
write(
  '| | cards seen | likes | mutual likes answered | members with one | worst weekly Gini | unseen in a week (and whom nobody fits) | newcomers seen 50 times (and whom fewer fit) | fewest | s |',
)
write('|---|---|---|---|---|---|---|---|---|---|')
const results = new Map<string, Figures>()
// The slowest first.
const names = Object.keys(policies)
  .filter((name) => only.some((start) => name.startsWith(start)))
  .reverse()
await Promise.all(Array.from({ length: availableParallelism() }, runThem))

async function runThem(): Promise<void> {
  for (let name = names.shift(); name; name = names.shift()) {
    const driver = fork(new URL('suggest-driver.ts', import.meta.url), [
      ...[size, days, SEED].map(String),
      name,
    ])
    const ended = once(driver, 'exit').then(() => Promise.reject(new Error(`${name} came to no end`)))
    const [f] = (await Promise.race([once(driver, 'message'), ended])) as [Figures]
    results.set(name, f)
    write(
      `| ${name} | ${f.shown} | ${f.likes} | ${f.mutual} | ${percent(f.withMutual)} | ${f.gini.toFixed(3)} | ${f.unseen} (${f.nobodyFits}) | ${f.newcomersKept} of ${f.newcomers} (${f.newcomersFew}) | ${f.fewestForNewcomer} | ${f.seconds.toFixed(0)} |`,
    )
  }
}

if (timed > 0) {
  const town = buildTown(timed, 1, SEED + 1)
  const world = new World(town, 1)
  const began = process.cpuUsage()
  const roster = world.roster(1)
  const made = policies.ours?.(world, roster, 1)
  const { user, system } = process.cpuUsage(began)
  write(`\n${made?.size} members assigned together in ${((user + system) / 1e6).toFixed(1)} s of processor`)
}

const ours = results.get('ours')
const others = [...results].filter(([name]) => name !== 'ours').map(([, figures]) => figures)
if (ours) sayAims(ours)

function sayAims({ mutual, gini, unseen, newcomers, newcomersKept, newcomersFew }: Figures): void {
  const aims: [string, boolean][] = [
    // Nothing is shown by running ours alone.
    ['the most mutual likes answered', others.length > 0 && others.every((other) => other.mutual < mutual)],
    ['weekly Gini at most 0.40', gini <= 0.4],
    ['nobody active unseen in a week', unseen === 0],
    ['every newcomer seen 50 times in the first week', newcomersKept + newcomersFew >= newcomers],
  ]
  for (const [aim, isMet] of aims) write(`${isMet ? 'met' : 'MISSED'}: ${aim}`)
  if (aims.some(([, isMet]) => !isMet)) process.exitCode = 1
}
