import { type Finding, type FindingPlaces, findTopics } from './find-topics'
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
/** In tenths. Few ordinary conversations of authors that the weights were not learnt from are above it. */
const SCAM_AT = 20
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

/** Whether a message names a subject, so that the messages before it matter. */
export function namesSubject(split: Words, topics: FindingPlaces): boolean {
  if (split.words.length > MOST_WORDS) return false
  for (const one of topics.keys()) if (SUBJECTS.has(one)) return true
  return false
}

/** The words and topics of the sender, and the topics of the other member, never their words. */
export function talkFeatures(talk: readonly SearchedMessage[]): Set<string> {
  const features = new Set<string>()
  for (const { isMine, split, places } of talk) {
    for (const topic of places.keys()) features.add(isMine ? `*${topic}` : `@${topic}`)
    if (isMine) for (const word of wordsOf(split.words)) features.add(word)
  }
  return features
}

export const isTalk = (messages: readonly SearchedMessage[]): boolean =>
  messages.length >= FEWEST && messages.some(({ isMine }) => !isMine)

/**
 * The sign of the last message of talk that looks like a scam: that of the subject that tells most, of those that the
 * sender brought up first.
 */
export function talkSign(talk: readonly SearchedMessage[], { bias, of }: Weights): RuleKey | undefined {
  if (!isTalk(talk)) return undefined
  let score = bias
  for (const feature of talkFeatures(talk)) score += of.get(feature) ?? 0
  if (score < SCAM_AT) return undefined
  let [sign, most]: [RuleKey | undefined, number] = [undefined, 0]
  for (const [key, names] of subjectList) {
    const first = talk.find(({ places }) => names.some((name) => places.has(name)))
    if (!first?.isMine) continue
    for (const name of names) {
      const isOwn = talk.some(({ isMine, places }) => isMine && places.has(name))
      const weight = isOwn ? (of.get(`*${name}`) ?? 0) : 0
      if (weight > most) [sign, most] = [key, weight]
    }
  }
  return sign
}
