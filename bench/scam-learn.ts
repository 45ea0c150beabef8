// Learns the wording of scams, and what the last messages of two people tell, from the conversations that may be read,
// never from a blind half (scam-town/README.md). First it cross-validates: each author's conversations are judged with the
// weights learnt from the other authors. `npm run learn:scam` writes
// server/src/features/safety/scam-signs/learnt-weights.json; with `check` it writes nothing.
import { writeFileSync } from 'node:fs'
import type { ShieldWeights } from '@rosella/server/features/safety/scam-signs/read-signs'
import type { Weights } from '@rosella/server/features/safety/scam-signs/wording'
import { demoConversations } from '../tools/demo-town/conversations/all'
import { judgeConversation } from './judge-conversation'
import { type ScamMetrics, scamMetrics } from './scam-metrics'
import { learnTalk, learnWeights } from './scam-town/learn-weights'
import {
  type Conversation,
  inARow,
  readCrowd,
  readFresh,
  readGuests,
  readStrangers,
  readTexts,
  readTown,
} from './scam-town/read-town'
import { readSets } from './scam-town/sets'

const texts = readTexts(false)
if (texts.length === 0) throw new Error('The ordinary texts are missing; see scam-town/README.md.')
/** The wording is learnt from these, and what whole conversations tell from all. */
const worded = { ...readSets(), strangers: readStrangers(false) }
const sets = Object.entries({
  ...worded,
  authors: readTown('authors'),
  voices: readTown('voices'),
  crowd: readCrowd(false),
  fresh: readFresh(),
  ...readGuests(),
})
/** The people of the demo town talk like members. */
const demo = demoConversations.map(
  (lines, n): Conversation => ({
    id: `demo/${n}`,
    label: 'innocent',
    about: 'demo',
    messages: lines.map(({ from, text }) => ({ from, after: 60, text })),
  }),
)

const judged = (town: readonly Conversation[], weights: ShieldWeights): ScamMetrics =>
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
  const warned = `${sum(({ conversations }) => conversations.warned)} of ${sum(({ conversations }) => conversations.of)}`
  console.log(
    `${name.padEnd(34)} recall ${caught} of ${scams} (${(caught / scams).toFixed(3)}), precision ${precision}, asked falsely ${asked}, warned falsely ${warned}, victims ${victims}`,
  )
  if (process.argv.includes('wrong'))
    for (const line of parts.flatMap(({ wrong }) => wrong)) console.log(`  ${line}`)
}

const knownWording = new Map<string, Weights>()
/** Most sets are not among those that the wording is learnt from. */
function wordingOf(names: readonly string[]): Weights {
  const own = names.filter((name) => Object.hasOwn(worded, name))
  const key = own.join()
  const known = knownWording.get(key)
  if (known) return known
  const conversations = own.flatMap((name) => worded[name as keyof typeof worded] ?? [])
  const weights = learnWeights([...conversations, ...demo], texts)
  knownWording.set(key, weights)
  return weights
}

const learnFrom = (names: readonly string[]): ShieldWeights => {
  const of = (from: Record<string, Conversation[]>) => names.flatMap((name) => from[name] ?? [])
  return {
    wording: wordingOf(names),
    talk: learnTalk([...of(Object.fromEntries(sets)), ...demo, ...inARow(texts)]),
  }
}

const names = sets.map(([name]) => name)
/** With names of sets, only these are judged. */
const chosen = sets.filter(([name]) => process.argv.includes(name))
if (!process.argv.includes('write')) {
  const judgedSets = chosen.length > 0 ? chosen : sets
  const bySet = judgedSets.map(([left, conversations]) =>
    judged(conversations, learnFrom(names.filter((name) => name !== left))),
  )
  print('each set, learnt from the others', bySet)
  for (const [n, [name]] of judgedSets.entries()) print(`  ${name}`, bySet.slice(n, n + 1))
}

/** The names of each weight, so that a change is readable. */
function written({ bias, of }: Weights): object {
  const byWeight = new Map<number, string[]>()
  for (const [name, weight] of of) byWeight.set(weight, [...(byWeight.get(weight) ?? []), name])
  const weights = [...byWeight].sort(([one], [other]) => other - one)
  return {
    bias,
    weights: Object.fromEntries(
      weights.map(([weight, own]) => [weight > 0 ? `+${weight}` : `${weight}`, own.sort().join('|')]),
    ),
  }
}

if (!process.argv.includes('check')) {
  const { wording, talk } = learnFrom(names)
  const path = new URL('../server/src/features/safety/scam-signs/learnt-weights.json', import.meta.url)
  writeFileSync(path, `${JSON.stringify({ wording: written(wording), talk: written(talk) }, null, 2)}\n`)
  console.log(`${wording.of.size} and ${talk.of.size} weights written`)
}
