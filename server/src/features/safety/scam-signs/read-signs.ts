import { areNear, type Finding, type FindingPlaces, findTopics } from './find-topics'
import { type RuleKey, ruleKeys, type ScamRuleDefinition, scamRules } from './rules'
import { splitWords } from './split-words'
import { type Level, learntWeights, type Weights, wordingLevel } from './wording'

/** What somebody else did, to whoever writes or to somebody they know, and what the receiver had better not do. */
const RETOLD: readonly { all: readonly Finding[]; within: number }[] = [
  { all: ['told'], within: 0 },
  { all: ['warning'], within: 0 },
  { all: ['stranger', 'wanted'], within: 3 },
  { all: ['kin', 'lostit'], within: 8 },
]

/** Wordings beside which wide rules count. */
const CONSENT: ReadonlySet<Level> = new Set(['clearly', 'likely', 'rather'])

const LESS = {
  clearly: 'likely',
  likely: 'rather',
  rather: 'slightly',
  slightly: 'hardly',
  hardly: 'hardly',
} as const

/** Which rules a text fits, by the text alone. */
export function readSigns(text: string, weights: Weights = learntWeights): RuleKey[] {
  const split = splitWords(text)
  const places = findTopics(text, split)
  if (places.size === 0) return []
  const level = wordingLevel(split.words, places, weights)
  // Whoever tells of a scam or warns of one does none.
  if (RETOLD.some(({ all, within }) => areNear(places, all, within)))
    return level === 'clearly' ? ['worded-likely'] : []
  // Sums, fees and papers are named in ordinary talk too, and by whoever gives advice or asks for it.
  const isOrdinary = !level || !CONSENT.has(level) || places.has('advice')
  const fitting = rulesThatFit(places, isOrdinary)
  const counted = level === undefined ? 'hardly' : milder(level, places, fitting)
  // A little of such wording is in whatever is long: by itself it says nothing.
  const isLittle = fitting.length === 0 && (counted === 'rather' || counted === 'slightly')
  return counted === 'hardly' || isLittle ? fitting : [...fitting, `worded-${counted}`]
}

/** Where the words of scams stand for something else. */
function milder(level: Level, places: FindingPlaces, fitting: readonly RuleKey[]): Level {
  const less = places.has('advice') || isStory(places) ? LESS[level] : level
  const isPaying = places.has('fair') || (places.has('payer') && !places.has('large'))
  // "Please text me quick" is what people write who are late, and "send me your PayID" what those do who pay their part.
  if (isPaying || isOnly('move', fitting)) {
    const isMild = isPaying || fitting.includes('phone-number')
    return isMild && less !== 'hardly' ? 'slightly' : LESS[less]
  }
  return less
}

/** What speaks to the receiver or asks for something. */
const TO_YOU: readonly Finding[] = ['you', 'canyou', 'sendme', 'help', 'lend']
/** What has happened, without a word to the receiver. */
const isStory = (places: FindingPlaces): boolean =>
  places.has('past') && !TO_YOU.some((found) => places.has(found))

const isOnly = (subject: ScamRuleDefinition['subject'], fitting: readonly RuleKey[]): boolean =>
  fitting.length > 0 && fitting.every((key) => scamRules[key].subject === subject)

/** How something is asked for says nothing by itself, and nothing beside a telephone number. */
function rulesThatFit(places: FindingPlaces, isOrdinary: boolean): RuleKey[] {
  const found = ruleKeys.filter((key) => {
    const { patterns, unless, isWide, subject }: ScamRuleDefinition = scamRules[key]
    if ((isWide && isOrdinary) || unless?.some((one) => places.has(one))) return false
    if (subject === 'move' && places.has('meeting')) return false
    return patterns.some(({ all, within }) => areNear(places, all, within))
  })
  const matters = found.filter((key, at) => {
    const { subject, isWide }: ScamRuleDefinition = scamRules[key]
    if (isWide) return !found.some((other) => isNarrow(other, subject))
    // Two such rules of one subject have mostly found the same words.
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
