import { findTopics } from '@rosella/server/features/safety/scam-signs/find-topics'
import { splitWords } from '@rosella/server/features/safety/scam-signs/split-words'
import {
  continuesTalk,
  isTalk,
  searchEarlier,
  talkFeatures,
} from '@rosella/server/features/safety/scam-signs/talk'
import { type Weights, wordingFeatures } from '@rosella/server/features/safety/scam-signs/wording'
import { earlierThan } from '../judge-conversation'
import { timed } from '../scam-metrics'
import type { Conversation } from './read-town'

interface Example {
  features: string[]
  /** The conversation. A word that occurs in only one conversation tells nothing. */
  home: string
  isScam: boolean
  /** The weight of the example. Not everything a scammer says after the topic came up is a scam. */
  share: number
}

const LATER_SHARE = 0.6
/** A word must occur in this many conversations. */
const MIN_CONVERSATIONS = 3
/** A word in this many ordinary texts is common, and says nothing about what somebody wants. */
const COMMON_TEXTS = 3
/** The strength of the regularisation. */
const REGULARISATION = 2

const known = new Map<string, string[]>()
function featuresOf(text: string): string[] {
  let features = known.get(text)
  if (!features) {
    const split = splitWords(text)
    features = [...wordingFeatures(split.words, findTopics(text, split))]
    known.set(text, features)
  }
  return features
}

/** A scammer's messages before the topic comes up belong to neither label. */
function examplesOf(conversations: readonly Conversation[]): Example[] {
  return conversations.flatMap(({ id, messages, scammer, topicAt = 0 }) =>
    messages.flatMap(({ from, text }, at) => {
      const isScam = from === scammer
      if (isScam && at < topicAt) return []
      return { features: featuresOf(text), home: id, isScam, share: isScam && at > topicAt ? LATER_SHARE : 1 }
    }),
  )
}

/** Words (not classes) that many people use in ordinary texts. */
function commonWords(texts: readonly string[]): Set<string> {
  const times = new Map<string, number>()
  for (const text of texts)
    for (const name of featuresOf(text))
      if (!name.startsWith('*') && !name.includes(' ')) times.set(name, (times.get(name) ?? 0) + 1)
  return new Set([...times].filter(([, count]) => count >= COMMON_TEXTS).map(([name]) => name))
}

/**
 * Logistic regression over the words and classes of single messages. The result is deterministic. Ordinary texts are
 * examples of ordinary talk, and their common words get no weight, alone or in pairs with each other.
 */
export function learnWeights(conversations: readonly Conversation[], texts: readonly string[]): Weights {
  const common = commonWords(texts)
  const says = (name: string) => name.startsWith('*') || name.split(' ').some((word) => !common.has(word))
  const ordinary = texts.map(
    (text, n): Example => ({ features: featuresOf(text), home: `text ${n}`, isScam: false, share: 1 }),
  )
  const examples = [...examplesOf(conversations), ...ordinary].map((example) => ({
    ...example,
    features: example.features.filter(says),
  }))
  return regress(examples, MIN_CONVERSATIONS, REGULARISATION)
}

type Vector = Float64Array<ArrayBuffer>
const dot = (one: Vector, other: Vector): number => one.reduce((sum, x, at) => sum + x * (other[at] ?? 0), 0)
const plus = (one: Vector, by: number, other: Vector): Vector => one.map((x, at) => x + by * (other[at] ?? 0))

const [ITERATIONS, REMEMBERED] = [100, 8]
/** The minimum of a convex function, by the limited-memory BFGS method with backtracking. */
function minimise(size: number, evaluate: (at: Vector) => { loss: number; slopes: Vector }): Vector {
  let at: Vector = new Float64Array(size)
  let { loss, slopes } = evaluate(at)
  const steps: { moved: Vector; turned: Vector; product: number }[] = []
  for (let n = 0; n < ITERATIONS; n++) {
    let direction = slopes.map((slope) => -slope)
    const shares: number[] = []
    for (const { moved, turned, product } of steps) {
      const share = dot(moved, direction) / product
      shares.push(share)
      direction = plus(direction, -share, turned)
    }
    const [last] = steps
    const scale = last
      ? last.product / dot(last.turned, last.turned)
      : 1 / Math.sqrt(dot(slopes, slopes) || 1)
    direction = direction.map((x) => x * scale)
    for (const [back, { moved, turned, product }] of [...steps.entries()].reverse())
      direction = plus(direction, (shares[back] ?? 0) - dot(turned, direction) / product, moved)
    const slope = dot(slopes, direction)
    let length = 1
    let next = { at, loss, slopes }
    for (; length > 1e-6; length /= 2) {
      const there = plus(at, length, direction)
      next = { at: there, ...evaluate(there) }
      if (next.loss <= loss + 1e-4 * length * slope) break
    }
    if (loss - next.loss < 1e-6 * loss) break
    const [moved, turned] = [plus(next.at, -1, at), plus(next.slopes, -1, slopes)]
    const product = dot(moved, turned)
    if (product > 0) steps.unshift({ moved, turned, product })
    steps.length = Math.min(steps.length, REMEMBERED)
    ;({ at, loss, slopes } = next)
  }
  return at
}

/** The weights in tenths. The result is deterministic. */
function regress(examples: readonly Example[], minHomes: number, regularisation: number): Weights {
  const homes = new Map<string, Set<string>>()
  for (const { features, home } of examples)
    for (const name of features) homes.set(name, (homes.get(name) ?? new Set()).add(home))
  const names = [...homes].filter(([, { size }]) => size >= minHomes).map(([name]) => name)
  const places = new Map(names.map((name, at) => [name, at]))
  // The last one is the bias.
  const rows = examples.map(({ features }) =>
    Int32Array.from([...features.flatMap((name) => places.get(name) ?? []), names.length]),
  )
  const size = names.length + 1
  const weights = minimise(size, (at) => {
    let loss = 0
    const slopes = new Float64Array(size)
    for (let n = 0; n < names.length; n++) {
      const weight = at[n] ?? 0
      loss += (regularisation * weight * weight) / 2
      slopes[n] = regularisation * weight
    }
    for (const [n, { isScam, share }] of examples.entries()) {
      const row = rows[n] ?? []
      let score = 0
      for (const place of row) score += at[place] ?? 0
      const margin = isScam ? score : -score
      loss += share * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin)
      const error = (1 / (1 + Math.exp(-score)) - (isScam ? 1 : 0)) * share
      for (const place of row) slopes[place] = (slopes[place] ?? 0) + error
    }
    return { loss, slopes }
  })
  const tenths = (at: number) => Math.round((weights[at] ?? 0) * 10)
  const learnt = names.map((name, at): [string, number] => [name, tenths(at)])
  return { bias: tenths(names.length), of: new Map(learnt.filter(([, weight]) => weight !== 0)) }
}

/** A topic must occur in this many conversations. A warning without a reason is worse than a missed scam. */
const TALK = { minHomes: 4, regularisation: 3, ordinaryShare: 8, rounds: 4 }

interface SideOfTalk {
  isScam: boolean
  home: string
  /** The features of the talk before each message that can be a sign. */
  windows: string[][]
}

const knownSides = new Map<Conversation, SideOfTalk[]>()
function sidesOf(conversation: Conversation): SideOfTalk[] {
  const known = knownSides.get(conversation)
  if (known) return known
  const messages = timed(conversation)
  const sides = (['a', 'b'] as const).map((side) => ({
    isScam: side === conversation.scammer,
    home: conversation.id,
    windows: messages.flatMap(({ from, text }, at) => {
      const split = splitWords(text)
      const topics = findTopics(text, split)
      if (from !== side || !continuesTalk(split, topics)) return []
      const talk = [
        ...searchEarlier(split, earlierThan(messages, at)),
        { isMine: true, split, places: topics },
      ]
      return isTalk(talk) ? [[...talkFeatures(talk)]] : []
    }),
  }))
  knownSides.set(conversation, sides)
  return sides
}

/**
 * The same regression over the last messages of both members, at the one place of each conversation that looks most like
 * a scam with the weights so far: everywhere else, a scammer chats and a victim only replies.
 */
export function learnTalk(conversations: readonly Conversation[]): Weights {
  const sides = conversations.flatMap(sidesOf)
  let score = (features: readonly string[]) => features.length
  let weights: Weights = { bias: 0, of: new Map() }
  for (let round = 0; round < TALK.rounds; round++) {
    const examples = sides.map(({ isScam, home, windows }): Example => {
      const features = windows.reduce(
        (best, one) => (score(one) > score(best) ? one : best),
        windows[0] ?? [],
      )
      return { features, home, isScam, share: isScam ? 1 : TALK.ordinaryShare }
    })
    weights = regress(examples, TALK.minHomes, TALK.regularisation)
    const { of } = weights
    score = (features) => features.reduce((sum, name) => sum + (of.get(name) ?? 0), 0)
  }
  return weights
}
