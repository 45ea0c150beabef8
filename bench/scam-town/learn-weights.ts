import { findTopics } from '@rosella/server/features/safety/scam-signs/find-topics'
import { splitWords } from '@rosella/server/features/safety/scam-signs/split-words'
import {
  isTalk,
  namesSubject,
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
/** The strength of the regularisation, and the number of passes. */
const REGULARISATION = 2
const ROUNDS = 200
const STEP = 0.5

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
  const weights = new Float64Array(names.length + 1)
  const squares = new Float64Array(names.length + 1).fill(1e-6)
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight, at) => (at < names.length ? regularisation * weight : 0))
    for (const [n, { isScam, share }] of examples.entries()) {
      const row = rows[n] ?? []
      let score = 0
      for (const at of row) score += weights[at] ?? 0
      const error = (1 / (1 + Math.exp(-score)) - (isScam ? 1 : 0)) * share
      for (const at of row) slopes[at] = (slopes[at] ?? 0) + error
    }
    for (const [at, slope] of slopes.entries()) {
      squares[at] = (squares[at] ?? 0) + slope * slope
      weights[at] = (weights[at] ?? 0) - (STEP * slope) / Math.sqrt(squares[at] ?? 1)
    }
  }
  const tenths = (at: number) => Math.round((weights[at] ?? 0) * 10)
  const learnt = names.map((name, at): [string, number] => [name, tenths(at)])
  return { bias: tenths(names.length), of: new Map(learnt.filter(([, weight]) => weight !== 0)) }
}

/** A topic must occur in this many conversations. A warning without a reason is worse than a missed scam. */
const TALK = { minHomes: 4, regularisation: 1, ordinaryShare: 3, rounds: 4 }

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
      if (from !== side || !namesSubject(split, topics)) return []
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
