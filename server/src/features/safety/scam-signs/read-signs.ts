import { areNear, type Finding, type FindingPlaces, findTopics } from './find-topics'
import { GRAVE, isConcrete, sumOf } from './judge'
import { completedRequests, partsOf } from './parts'
import { type Pattern, type RuleKey, ruleKeys, type ScamRuleDefinition, scamRules } from './rules'
import { splitWords } from './split-words'
import {
  continuesTalk,
  type EarlierMessage,
  judgeTalk,
  type SearchedMessage,
  searchEarlier,
  talkWeights,
} from './talk'
import { type Level, learntWeights, type Weights, wordingLevel } from './wording'

/** Reports of what someone else did, to the sender or somebody they know, and warnings for the receiver. */
const REPORTED_OR_WARNED: readonly { all: readonly Finding[]; within: number }[] = [
  { all: ['told'], within: 0 },
  { all: ['warning'], within: 0 },
  { all: ['stranger', 'wanted'], within: 3 },
  { all: ['kin', 'lostit'], within: 8 },
]

/** Wide rules only count with wording of these levels, and rules that only name a subject with the worse ones. */
const SUSPICIOUS: ReadonlySet<Level | undefined> = new Set<Level>(['clearly', 'likely', 'rather'])
const SCAM_LIKE: ReadonlySet<Level | undefined> = new Set<Level>(['clearly', 'likely'])

const LESS = {
  clearly: 'likely',
  likely: 'rather',
  rather: 'slightly',
  slightly: 'hardly',
  hardly: 'hardly',
} as const

/** A message that completes a request is short. A long one has many parts of something, far from each other. */
const COMPLETING_WORDS = 60

/** A text that has been searched. */
export interface ReadText {
  /** Whether it has a sign, names or continues a subject, or has a part of a request, so that the messages before it matter. */
  needsEarlier: boolean
  /** The rules that it matches, with the last messages of both members before it, oldest first. */
  signs(earlier: readonly EarlierMessage[]): RuleKey[]
}

export interface ShieldWeights {
  wording: Weights
  talk: Weights
}
const LEARNT: ShieldWeights = { wording: learntWeights, talk: talkWeights }

export function readText(text: string, weights: ShieldWeights = LEARNT): ReadText {
  const split = splitWords(text)
  const places = findTopics(text, split)
  const own = places.size === 0 ? [] : ownSigns(split.words, places, weights.wording)
  const parts = split.words.length <= COMPLETING_WORDS ? partsOf(places) : []
  const isContinued = continuesTalk(split, places)
  const needsEarlier = own.length > 0 || parts.length > 0 || isContinued
  return {
    needsEarlier,
    signs(earlier) {
      if (!needsEarlier) return own
      const now = { isMine: true, split, places }
      const talk = [...searchEarlier(split, earlier), now]
      const { isOrdinary, sign } = judgeTalk(talk, weights.talk)
      if (isOrdinary) return isClear(own) ? own : []
      const completed = parts.length > 0 ? completedBy(talk, own) : []
      if (sign === undefined || !isContinued || isToldOrWarned(places)) return [...own, ...completed]
      const isKnown = (key: RuleKey) => scamRules[key].subject === scamRules[sign].subject
      return completed.some(isKnown) ? [...own, ...completed] : [...own, ...completed, sign]
    },
  }
}

/**
 * People spread one request over several short messages. A sign that only the sender's last messages show together
 * belongs to the message that completes it. A part that the other member has named before is a reply.
 */
function completedBy(talk: readonly SearchedMessage[], own: readonly RuleKey[]): RuleKey[] {
  const replied = new Set<string>()
  const mine: { places: FindingPlaces; parts: ReturnType<typeof partsOf> }[] = []
  for (const { isMine, places } of talk) {
    const parts = partsOf(places)
    if (isMine) mine.push({ places, parts: parts.filter((part) => !replied.has(part)) })
    else for (const part of parts) replied.add(part)
  }
  const [now, ...before] = mine.reverse()
  if (!now) return []
  // A request in one message has already been found there.
  const known = new Set(own.filter(isNarrow).map((key) => scamRules[key].subject))
  return heaviest(completedRequests(now, before)).filter((key) => !known.has(scamRules[key].subject))
}

export const readSigns = (
  text: string,
  earlier: readonly EarlierMessage[] = [],
  weights?: ShieldWeights,
): RuleKey[] => readText(text, weights).signs(earlier)

/** Clear from the subjects of one message, so that no ordinary talk around it hides it. */
const isClear = (own: readonly RuleKey[]): boolean => sumOf(own.filter(isConcrete)) >= GRAVE

/** Telling of a scam or warning of one is not a scam, but "if you don't pay" is no warning of one. */
const isToldOrWarned = (places: FindingPlaces): boolean =>
  !places.has('ifnot') && REPORTED_OR_WARNED.some(({ all, within }) => areNear(places, all, within))

/** One for each subject. */
const heaviest = (keys: readonly RuleKey[]): RuleKey[] =>
  keys.filter(
    (key) =>
      !keys.some((other) => scamRules[other].subject === scamRules[key].subject && isBefore(other, key)),
  )

/** The rules that a text matches on its own. */
function ownSigns(words: readonly string[], places: FindingPlaces, weights: Weights): RuleKey[] {
  const named = rulesIn(places)
  if (named.length === 0) return []
  const level = wordingLevel(words, places, weights)
  if (isToldOrWarned(places)) return []
  const matching = matchingRules(named, places, level)
  const counted = level === undefined ? 'hardly' : milder(level, places, matching)
  // Wording means nothing without a subject.
  const isAlone = !matching.some(isSubject)
  return counted === 'hardly' || isAlone ? matching : [...matching, `worded-${counted}`]
}

/** Reduces the level where scam vocabulary has another meaning. */
function milder(level: Level, places: FindingPlaces, matching: readonly RuleKey[]): Level {
  const less = places.has('advice') || isStory(places) ? LESS[level] : level
  // Naming a subject is not asking for something, and friends do lend each other small sums.
  if (!matching.some(isAsking)) {
    return less === 'clearly' ? 'likely' : less === 'likely' ? 'rather' : less
  }
  // Classes of words are less certain than phrases.
  if (less === 'rather' && !places.has('large') && !matching.some(isNarrow)) return 'slightly'
  if (isSmallLoan(places, matching) && less !== 'hardly') return 'slightly'
  const isPaying = places.has('fair') || isAtCounter(places) || (places.has('payer') && !places.has('large'))
  // People who are late write "Please text me quick", and people who pay their share write "send me your PayID".
  if (isPaying || isOnly('move', matching)) {
    const isMild = isPaying || matching.includes('phone-number')
    return isMild && less !== 'hardly' ? 'slightly' : LESS[less]
  }
  return less
}

/** Addresses the receiver or asks for something. */
const TO_YOU: readonly Finding[] = ['you', 'canyou', 'sendme', 'help', 'lend']
/** Describes past events without addressing the receiver. */
const isStory = (places: FindingPlaces): boolean =>
  places.has('past') && !places.has('lack') && !TO_YOU.some((found) => places.has(found))

/** Shops, landlords and employers also name sums and ask for documents, but not for money that is missing. */
const isAtCounter = (places: FindingPlaces): boolean =>
  places.has('counter') && !['untraceable', 'lack', 'official'].some((one) => places.has(one as Finding))

const isSmallLoan = (places: FindingPlaces, matching: readonly RuleKey[]): boolean =>
  !places.has('large') && matching.every((key) => key === 'money-request' || key === 'sum-asked')

/** More than a name or a word about codes. */
const isAsking = (key: RuleKey): boolean =>
  isSubject(key) && (scamRules[key].weight >= 2 || key === 'site-address')

const isOnly = (subject: ScamRuleDefinition['subject'], matching: readonly RuleKey[]): boolean =>
  matching.length > 0 && matching.every((key) => scamRules[key].subject === subject)

/** Subjects of stories. */
const TOLD: ReadonlySet<string> = new Set(['money', 'invest', 'papers'])
const isSubject = (key: RuleKey): boolean =>
  scamRules[key].subject !== 'manner' && scamRules[key].subject !== 'follow'

const byFirstFinding = new Map<Finding, { key: RuleKey; pattern: Pattern }[]>()
for (const key of ruleKeys)
  for (const pattern of scamRules[key].patterns) {
    const first = pattern.all[0] as Finding
    byFirstFinding.set(first, [...(byFirstFinding.get(first) ?? []), { key, pattern }])
  }

/** The rules with a pattern in the text, in the order of the table. */
function rulesIn(places: FindingPlaces): RuleKey[] {
  const found = new Set<RuleKey>()
  for (const first of places.keys())
    for (const { key, pattern } of byFirstFinding.get(first) ?? [])
      if (!found.has(key) && areNear(places, pattern.all, pattern.within)) found.add(key)
  return found.size === 0 ? [] : ruleKeys.filter((key) => found.has(key))
}

/** A request means nothing on its own, nor beside a phone number. */
function matchingRules(
  named: readonly RuleKey[],
  places: FindingPlaces,
  level: Level | undefined,
): RuleKey[] {
  // Ordinary messages, and those that give or ask for advice, also name sums, fees and documents.
  const isOrdinary = !SUSPICIOUS.has(level) || places.has('advice') || isAtCounter(places)
  const isScamLike = SCAM_LIKE.has(level) && !places.has('advice') && !isAtCounter(places)
  const isPast = isStory(places)
  const found = named.filter((key) => {
    const { unless, isWide, isNamed, subject }: ScamRuleDefinition = scamRules[key]
    if ((isWide && isOrdinary) || (isNamed && !isScamLike)) return false
    if (isPast && TOLD.has(subject)) return false
    return !unless?.some((one) => places.has(one)) && !(subject === 'move' && places.has('meeting'))
  })
  const matters = found.filter((key) => {
    const { subject, isWide, isNamed }: ScamRuleDefinition = scamRules[key]
    const ofSubject = found.filter((other) => other !== key && scamRules[other].subject === subject)
    if (isNamed) return ofSubject.length === 0
    if (isWide) {
      // One invitation to another app, however it is put.
      const isInvited = (other: RuleKey) =>
        subject === 'move' && !(scamRules[other] as ScamRuleDefinition).isNamed
      return !ofSubject.some((other) => isInvited(other) || isNarrow(other) || isBefore(other, key))
    }
    // Two narrow rules of one subject have mostly found the same words.
    if (isNarrow(key)) return !ofSubject.some((other) => isNarrow(other) && isBefore(other, key))
    return subject !== 'manner'
  })
  const firstNamed = matters.find((key) => (scamRules[key] as ScamRuleDefinition).isNamed)
  const isGrave = matters.some((key) => scamRules[key].subject !== 'move' && isNarrow(key))
  return found.filter((key) => {
    // Several subjects that are only named say no more than one.
    if ((scamRules[key] as ScamRuleDefinition).isNamed) return key === firstNamed
    if (scamRules[key].subject !== 'manner') return matters.includes(key)
    return isGrave || (key === 'disguise' && matters.length > 0)
  })
}

/** Whether one of two rules of a subject counts instead of the other: the one that weighs more, or the first. */
function isBefore(other: RuleKey, key: RuleKey): boolean {
  const [one, own]: [ScamRuleDefinition, ScamRuleDefinition] = [scamRules[other], scamRules[key]]
  if (one.isWide !== own.isWide) return false
  return one.weight === own.weight ? ruleKeys.indexOf(other) < ruleKeys.indexOf(key) : one.weight > own.weight
}

const NARROW = 3
function isNarrow(key: RuleKey): boolean {
  const { weight, isWide }: ScamRuleDefinition = scamRules[key]
  return !isWide && weight >= NARROW
}
