import { type Finding, findTopics } from './find-topics'
import learnt from './learnt-weights.json' with { type: 'json' }
import type { RuleKey } from './rules'
import { splitWords, type Words } from './split-words'
import { readWeights, type Weights, wordsOf } from './wording'

/**
 * A scam is often clear from several short messages and their replies, none of which says anything on its own: "vet now",
 * "they want 550", "my card is maxed", "can't your brother help?". This reads the last messages of both members together.
 * The subjects are found by the same words as everywhere; how much each tells, said by one or by the other, is learnt.
 */
export const EARLIER = { messages: 8, seconds: 3 * 86_400 }
/** Of all messages together. A long letter names many subjects, far from each other, and the other rules read it. */
const MOST_WORDS = 120
/** In tenths. Set so that, of authors the weights were not learnt from, about one ordinary conversation in 200 is above it. */
const SCAM_AT = 12
/** Requests that friends make are below this, with at least two messages before them. */
const ORDINARY_BELOW = -15
const SEVERAL = 3

export const talkWeights = readWeights(learnt.talk)

/** A message before another one, and whether the same member wrote it. */
export interface EarlierMessage {
  text: string
  isMine: boolean
}

/** What a message can bring up. A word of these must be in it, so that a reply or kind words are never a sign. */
const subjects: Partial<Record<RuleKey, readonly Finding[]>> = {
  'talk-threat': ['hurt', 'threat', 'a threat', 'has yours', 'haveyours', 'others see'],
  'talk-pictures': ['intimate', 'bare', 'undressing'],
  'talk-site': [
    'site',
    'spelt',
    'linkword',
    'verify',
    'a check of you',
    'a pass',
    'registers',
    'proof first',
    'a bank card',
  ],
  'talk-papers': [
    'text code',
    'code word',
    'password',
    'a secret',
    'otp',
    'paper',
    'a paper',
    'account',
    'a job',
    'job',
    'task pay',
    'idpaper',
    'secondpaper',
    'a gig',
  ],
  'talk-invest': ['coin', 'a coin', 'invest', 'a market', 'trading', 'a gain', 'grew', 'earns', 'profit'],
  'talk-money': [
    'sum',
    'amount',
    'large',
    'money',
    'fee',
    'a fee',
    'gift',
    'a gift card',
    'a shop card',
    'card digits',
    'a payment service',
    'untraceable',
    'pays through',
    'lend',
    'to lend',
    'giveback',
    'to give back',
    'fortune',
    'a fortune',
    'parcel',
    'a parcel',
    'treasure',
    'sugar',
    'company for money',
    'youraccount',
    'an account',
    'a local account',
    'a mule',
    'their payments',
    'remit',
    'cheque',
    'owed first',
    'runs short',
    'lack',
    'pay ahead',
    'unseen goods',
    'money recovered',
    'a ritual',
  ],
  'talk-move': [
    'app',
    'an app',
    'social',
    'a network',
    'phone',
    'a number',
    'handle',
    'off this site',
    'private',
    'leaving here',
  ],
}
const subjectList = Object.entries(subjects) as [RuleKey, readonly Finding[]][]
const SUBJECTS: ReadonlySet<Finding> = new Set(subjectList.flatMap(([, names]) => names))

interface TalkMessage {
  isMine: boolean
  topics: readonly Finding[]
  words: readonly string[]
}

const talkMessage = (isMine: boolean, { words }: Words, topics: Iterable<Finding>): TalkMessage => ({
  isMine,
  topics: [...topics],
  // Replies count by their subjects, never by their words.
  words: isMine ? wordsOf(words) : [],
})

/** The last messages of two members, if the newest one can be a sign. Empty otherwise. */
export function readTalk(split: Words, topics: Iterable<Finding>, earlier: readonly EarlierMessage[]): TalkMessage[] {
  const talk = [talkMessage(true, split, topics)]
  let words = split.words.length
  for (const { text, isMine } of earlier.slice(-EARLIER.messages).reverse()) {
    const read = splitWords(text)
    words += read.words.length
    if (words > MOST_WORDS) break
    talk.push(talkMessage(isMine, read, findTopics(text, read).keys()))
  }
  return talk
}

/** Whether a message names a subject, so that the messages before it matter. */
export const namesSubject = (split: Words, topics: Iterable<Finding>): boolean =>
  split.words.length <= MOST_WORDS && [...topics].some((one) => SUBJECTS.has(one))

/** What is learnt about: the words and topics of the sender, and the topics of the other member. */
export function talkFeatures(talk: readonly TalkMessage[]): Set<string> {
  const features = new Set<string>()
  for (const { isMine, topics, words } of talk) {
    for (const topic of topics) features.add(isMine ? `*${topic}` : `@${topic}`)
    for (const word of words) features.add(word)
  }
  return features
}

export interface JudgedTalk {
  /** The sign of a message whose talk looks like a scam: that of its weightiest subject. */
  sign: RuleKey | undefined
  /** Whether the talk looks so ordinary that a request in it is one between friends. */
  isOrdinary: boolean
}

export function judgeTalk(talk: readonly TalkMessage[], { bias, of }: Weights): JudgedTalk {
  let score = bias
  for (const feature of talkFeatures(talk)) score += of.get(feature) ?? 0
  if (talk.length < SEVERAL) return { sign: undefined, isOrdinary: false }
  const isOrdinary = score < ORDINARY_BELOW
  if (score < SCAM_AT) return { sign: undefined, isOrdinary }
  const own = new Set(talk.filter(({ isMine }) => isMine).flatMap(({ topics }) => topics))
  const now = new Set(talk[0]?.topics)
  let [sign, most]: [RuleKey | undefined, number] = [undefined, 0]
  for (const [key, names] of subjectList) {
    if (!names.some((name) => now.has(name))) continue
    const weight = names.reduce((sum, name) => sum + (own.has(name) ? (of.get(`*${name}`) ?? 0) : 0), 0)
    if (weight > most) [sign, most] = [key, weight]
  }
  return { sign, isOrdinary: false }
}
