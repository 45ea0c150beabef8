import { type Finding, type FindingPlaces, findTopics } from './find-topics'
import learnt from './learnt-weights.json' with { type: 'json' }
import { reactions } from './lexicon'
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
/** In tenths. Few ordinary conversations of authors that the weights were not learnt from are above it. */
const SCAM_AT = 8
/** In talk below it, signs that are not clear from one message mean nothing. */
const ORDINARY_BELOW = 0
/** With fewer messages, or without a reply, there is no talk. */
const FEWEST = 3

export const talkWeights = readWeights(learnt.talk)

/** A message before another one, and whether the same member wrote it. */
export interface EarlierMessage {
  text: string
  isMine: boolean
}

/** The subjects of talk, the graver first. A message must name one, so that kind words are never a sign. */
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

/** Manners of asking, pressing and telling of trouble. They continue a subject that the sender has named before. */
const CONTINUES: ReadonlySet<Finding> = new Set<Finding>([
  'canyou',
  'wouldyou',
  'request',
  'sendme',
  'begs',
  'begs plainly',
  'asks softly',
  'asks for pity',
  'demand',
  'demands it',
  'forme',
  'go and get',
  'insist',
  'plea',
  'a plea',
  'press',
  'presses',
  'reassures',
  'coaxes',
  'follow up',
  'a haste',
  'tell nobody',
  'tell it',
  'arrives',
  'code comes',
  'to your phone',
  'shut out',
  'dire',
  'plight',
  'mishap',
  'good cause',
  'trouble',
  'a trouble',
  'stopped',
  'held back',
  'pass along',
  'leads you',
  'invite',
  'comes there',
  'on camera',
  'picture',
  'shown',
  'show it',
  'your turn first',
])

/** A message that has been searched. */
export interface SearchedMessage {
  isMine: boolean
  split: Words
  places: FindingPlaces
}

/** The last messages of two members, oldest first, as many as are short enough together. */
export function searchEarlier(now: Words, earlier: readonly EarlierMessage[]): SearchedMessage[] {
  const searched: SearchedMessage[] = []
  let words = now.words.length
  for (const { text, isMine } of earlier.slice(-EARLIER.messages).reverse()) {
    const split = splitWords(text)
    words += split.words.length
    if (words > MOST_WORDS) break
    searched.unshift({ isMine, split, places: findTopics(text, split) })
  }
  return searched
}

const hasAny = (places: FindingPlaces, any: ReadonlySet<Finding>): boolean => {
  for (const one of places.keys()) if (any.has(one)) return true
  return false
}
const hasSubject = (places: FindingPlaces): boolean => hasAny(places, SUBJECTS)

/** Whether a message names or continues a subject, so that the messages before it matter. */
export const continuesTalk = (split: Words, topics: FindingPlaces): boolean =>
  split.words.length <= MOST_WORDS && (hasSubject(topics) || hasAny(topics, CONTINUES))

const REACTIONS: ReadonlySet<Finding> = new Set(Object.keys(reactions) as Finding[])
const [MOST_NAMED, MOST_REACTED] = [5, 4]

/**
 * The words and topics of the sender, the topics of the other member, never their words, and how many messages of the
 * sender name a subject and how many of the other member react, because scammers insist. Also the number of messages,
 * because the same words mean less among many.
 */
export function talkFeatures(talk: readonly SearchedMessage[]): Set<string> {
  const features = new Set<string>()
  let [named, reacted] = [0, 0]
  for (const { isMine, split, places } of talk) {
    for (const topic of places.keys()) features.add(isMine ? `*${topic}` : `@${topic}`)
    if (isMine && hasSubject(places)) named += 1
    if (!isMine && hasAny(places, REACTIONS)) reacted += 1
    if (isMine) for (const word of wordsOf(split.words)) features.add(word)
  }
  for (let n = 2; n <= Math.min(named, MOST_NAMED); n++) features.add(`*named ${n}`)
  for (let n = 1; n <= Math.min(reacted, MOST_REACTED); n++) features.add(`@reacted ${n}`)
  for (let n = FEWEST + 1; n <= talk.length; n++) features.add(`messages ${n}`)
  return features
}

/** Several messages, with a reply and a subject that the sender has named. */
export const isTalk = (messages: readonly SearchedMessage[]): boolean =>
  messages.length >= FEWEST &&
  messages.some(({ isMine }) => !isMine) &&
  messages.some(({ isMine, places }) => isMine && hasSubject(places))

export interface TalkJudgement {
  isOrdinary: boolean
  /** Of talk that looks like a scam. */
  sign: RuleKey | undefined
}

/** How much the talk looks like a scam. Its sign is that of the subject that tells most, of those that the sender raised. */
export function judgeTalk(talk: readonly SearchedMessage[], { bias, of }: Weights): TalkJudgement {
  if (!isTalk(talk)) return { isOrdinary: false, sign: undefined }
  let score = bias
  for (const feature of talkFeatures(talk)) score += of.get(feature) ?? 0
  return { isOrdinary: score < ORDINARY_BELOW, sign: score < SCAM_AT ? undefined : subjectOf(talk, of) }
}

function subjectOf(talk: readonly SearchedMessage[], of: Weights['of']): RuleKey | undefined {
  let [sign, most]: [RuleKey | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]
  for (const [key, names] of subjectList) {
    const first = talk.find(({ places }) => names.some((name) => places.has(name)))
    if (!first?.isMine) continue
    for (const name of names) {
      const isOwn = talk.some(({ isMine, places }) => isMine && places.has(name))
      const weight = isOwn ? (of.get(`*${name}`) ?? 0) : Number.NEGATIVE_INFINITY
      if (weight > most) [sign, most] = [key, weight]
    }
  }
  return sign
}
