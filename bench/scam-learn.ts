// Learns the wording of scams from the first half of the labelled town and the practice conversations, never from the
// second half (scam-town/README.md). First it cross-validates: each set is judged with the weights learnt from the
// sets of other authors, then each tenth with those of the rest. `npm run learn:scam` writes
// server/src/features/safety/scam-signs/wording-weights.json; with `check` it writes nothing.
import { writeFileSync } from 'node:fs'
import type { Weights } from '@rosella/server/features/safety/scam-signs/wording'
import { demoConversations } from '../tools/demo-town/conversations/all'
import { judgeConversation } from './judge-conversation'
import { type ScamMetrics, scamMetrics } from './scam-metrics'
import { learnWeights } from './scam-town/learn-weights'
import { type Conversation, readStrangers, readTexts } from './scam-town/read-town'
import { readSets } from './scam-town/sets'

const PARTS = 10
const texts = readTexts(false)
if (texts.length === 0) throw new Error('The ordinary texts are missing; see scam-town/README.md.')
const sets = Object.entries({ ...readSets(), strangers: readStrangers(false) })
const all = sets.flatMap(([, conversations]) => conversations)
/** The people of the demo town talk like members. */
const demo = demoConversations.map(
  (lines, n): Conversation => ({
    id: `demo/${n}`,
    label: 'innocent',
    about: 'demo',
    messages: lines.map(({ from, text }) => ({ from, after: 60, text })),
  }),
)

const judged = (town: readonly Conversation[], weights: Weights): ScamMetrics =>
  scamMetrics(town, (messages) => judgeConversation(messages, weights))

function print(name: string, parts: readonly ScamMetrics[]): void {
  const sum = (of: (part: ScamMetrics) => number) => parts.reduce((total, part) => total + of(part), 0)
  const scripts = parts.flatMap(({ perScript }) => Object.values(perScript))
  const scams = scripts.reduce((total, { of }) => total + of, 0)
  const caught = scripts.reduce((total, share) => total + share.caught, 0)
  const asked = `${sum(({ ordinary }) => ordinary.asked)} of ${sum(({ ordinary }) => ordinary.of)}`
  const victims = sum(({ victimsFlagged }) => victimsFlagged)
  const falsely = sum(({ wrong }) => wrong.filter((line) => line.endsWith('warned of')).length)
  const precision = (caught / (caught + falsely)).toFixed(3)
  console.log(
    `${name.padEnd(34)} recall ${(caught / scams).toFixed(3)}, precision ${precision}, asked falsely ${asked}, victims ${victims}`,
  )
  if (process.argv.includes('wrong'))
    for (const line of parts.flatMap(({ wrong }) => wrong)) console.log(`  ${line}`)
}

/** Judges each part with the weights learnt from the others. */
const leftOut = (parts: readonly Conversation[][]): ScamMetrics[] =>
  parts.map((left) => {
    const others = parts.filter((part) => part !== left).flat()
    return judged(left, learnWeights([...others, ...demo], texts))
  })

const bySet = leftOut(sets.map(([, conversations]) => conversations))
print('each set, learnt from the others', bySet)
for (const [n, [name]] of sets.entries()) print(`  ${name}`, bySet.slice(n, n + 1))
const tenths = Array.from({ length: PARTS }, (_, part) => all.filter((_, n) => n % PARTS === part))
print('ten times a tenth left out', leftOut(tenths))

const { bias, of } = learnWeights([...all, ...demo], texts)
const byWeight = new Map<number, string[]>()
for (const [name, weight] of of) byWeight.set(weight, [...(byWeight.get(weight) ?? []), name])
const weights = Object.fromEntries(
  [...byWeight]
    .sort(([one], [other]) => other - one)
    .map(([weight, names]) => [
      weight === Math.abs(weight) ? `+${weight}` : `${weight}`,
      names.sort().join('|'),
    ]),
)
if (!process.argv.includes('check')) {
  const path = new URL('../server/src/features/safety/scam-signs/wording-weights.json', import.meta.url)
  writeFileSync(path, `${JSON.stringify({ bias, weights }, null, 2)}\n`)
  console.log(`${of.size} words and classes written`)
}
