import { areNear, type Finding, type FindingPlaces, findTopics } from './find-topics'
import { type RuleKey, ruleKeys, type ScamRuleDefinition, scamRules } from './rules'
import { splitWords } from './split-words'
import { type Level, learntWeights, type Weights, wordingLevel } from './wording'

/** Reports of what someone else did, to the sender or somebody they know, and warnings for the receiver. */
const REPORTED_OR_WARNED: readonly { all: readonly Finding[]; within: number }[] = [
  { all: ['told'], within: 0 },
  { all: ['warning'], within: 0 },
  { all: ['stranger', 'wanted'], within: 3 },
  { all: ['kin', 'lostit'], within: 8 },
]

/** Wide rules only count with wording of these levels. */
const SUSPICIOUS: ReadonlySet<Level> = new Set(['clearly', 'likely', 'rather'])

const LESS = {
  clearly: 'likely',
  likely: 'rather',
  rather: 'slightly',
  slightly: 'hardly',
  hardly: 'hardly',
} as const

/** The rules that a text matches, without its context. */
export function readSigns(text: string, weights: Weights = learntWeights): RuleKey[] {
  const split = splitWords(text)
  const places = findTopics(text, split)
  if (places.size === 0) return []
  const level = wordingLevel(split.words, places, weights)
  // Telling of a scam or warning of one is not a scam.
  if (REPORTED_OR_WARNED.some(({ all, within }) => areNear(places, all, within)))
    return level === 'clearly' ? ['worded-likely'] : []
  // Ordinary messages, and those that give or ask for advice, also name sums, fees and documents.
  const isOrdinary = !level || !SUSPICIOUS.has(level) || places.has('advice')
  const matching = matchingRules(places, isOrdinary)
  const counted = level === undefined ? 'hardly' : milder(level, places, matching)
  // Long texts always contain a little of this wording, which means nothing on its own.
  const isLittle = matching.length === 0 && (counted === 'rather' || counted === 'slightly')
  return counted === 'hardly' || isLittle ? matching : [...matching, `worded-${counted}`]
}

/** Reduces the level where scam vocabulary has another meaning. */
function milder(level: Level, places: FindingPlaces, matching: readonly RuleKey[]): Level {
  const less = places.has('advice') || isStory(places) ? LESS[level] : level
  const isPaying = places.has('fair') || (places.has('payer') && !places.has('large'))
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
  places.has('past') && !TO_YOU.some((found) => places.has(found))

const isOnly = (subject: ScamRuleDefinition['subject'], matching: readonly RuleKey[]): boolean =>
  matching.length > 0 && matching.every((key) => scamRules[key].subject === subject)

/** A request means nothing on its own, nor beside a phone number. */
function matchingRules(places: FindingPlaces, isOrdinary: boolean): RuleKey[] {
  const found = ruleKeys.filter((key) => {
    const { patterns, unless, isWide, subject }: ScamRuleDefinition = scamRules[key]
    if ((isWide && isOrdinary) || unless?.some((one) => places.has(one))) return false
    if (subject === 'move' && places.has('meeting')) return false
    return patterns.some(({ all, within }) => areNear(places, all, within))
  })
  const matters = found.filter((key, at) => {
    const { subject, isWide }: ScamRuleDefinition = scamRules[key]
    if (isWide) return !found.some((other) => isNarrow(other, subject))
    // Two narrow rules of one subject have mostly found the same words.
    if (isNarrow(key, subject)) return !found.slice(0, at).some((other) => isNarrow(other, subject))
    return subject !== 'manner'
  })
  if (matters.length === 0) return []
  const isGrave = matters.some((key) => scamRules[key].subject !== 'move' && isNarrow(key))
  return found.filter((key) => {
    if (scamRules[key].subject !== 'manner') return matters.includes(key)
    return isGrave || key === 'disguise'
  })
}

const NARROW = 3
function isNarrow(key: RuleKey, about?: ScamRuleDefinition['subject']): boolean {
  const { subject, weight, isWide }: ScamRuleDefinition = scamRules[key]
  return !isWide && weight >= NARROW && subject === (about ?? subject)
}
