// Learns how scams are worded from the first half of the labelled town and the practice conversations, never from the
// second half (scam-town/README.md). First tells how well it works on conversations it has not learnt from: ten times
// nine tenths are learnt from and the last is judged, then each of the two sets by what was learnt from the other.
// `npm run learn:scam` writes server/src/domain/scam-signs/wording-weights.json; with `check` it writes nothing.
import { writeFileSync } from 'node:fs'
import { judgeConversation } from '@rosella/server/domain/scam-signs/judge-conversation'
import type { Weights } from '@rosella/server/domain/scam-signs/wording'
import { demoConversations } from '../tools/demo-town/conversations/all'
import { type Figures, scamFigures } from './scam-figures'
import { learnWeights } from './scam-town/learn-weights'
import { type Conversation, readTown } from './scam-town/read-town'

const PARTS = 10
const first = readTown('first-half')
const practice = readTown('practice')
const all = [...first, ...practice]
/** The demo town's people talk as members do. */
const demo = demoConversations.map(
  (lines, n): Conversation => ({
    id: `demo/${n}`,
    label: 'innocent',
    about: 'demo',
    messages: lines.map(({ from, text }) => ({ from, after: 60, text })),
  }),
)

const judged = (town: readonly Conversation[], weights: Weights): Figures =>
  scamFigures(town, (messages) => judgeConversation(messages, weights))

function tell(name: string, parts: readonly Figures[]): void {
  const sum = (of: (part: Figures) => number) => parts.reduce((total, part) => total + of(part), 0)
  const scripts = parts.flatMap(({ perScript }) => Object.values(perScript))
  const scams = scripts.reduce((total, { of }) => total + of, 0)
  const caught = scripts.reduce((total, share) => total + share.caught, 0)
  const asked = `${sum(({ ordinary }) => ordinary.asked)} of ${sum(({ ordinary }) => ordinary.of)}`
  const victims = sum(({ victimsFlagged }) => victimsFlagged)
  console.log(
    `${name.padEnd(34)} recall ${(caught / scams).toFixed(3)}, asked falsely ${asked}, victims ${victims}`,
  )
  if (process.argv.includes('wrong'))
    for (const line of parts.flatMap(({ wrong }) => wrong)) console.log(`  ${line}`)
}

const tenths = Array.from({ length: PARTS }, (_, part) => {
  const [learntFrom, left] = [
    all.filter((_, n) => n % PARTS !== part),
    all.filter((_, n) => n % PARTS === part),
  ]
  return judged(left, learnWeights([...learntFrom, ...demo]))
})
tell('ten times a tenth left out', tenths)
tell('first half, learnt from practice', [judged(first, learnWeights([...practice, ...demo]))])
tell('practice, learnt from first half', [judged(practice, learnWeights([...first, ...demo]))])

const { bias, of } = learnWeights([...all, ...demo])
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
  const path = new URL('../server/src/domain/scam-signs/wording-weights.json', import.meta.url)
  writeFileSync(path, `${JSON.stringify({ bias, weights }, null, 2)}\n`)
  console.log(`${of.size} words and classes written`)
}
