import { areNear, type Found, findTopics, type Places } from './find-topics'
import { type RuleKey, ruleKeys, scamRules } from './rules'
import type { ScamRule } from './scam-rule'
import { splitWords } from './split-words'
import { learntWeights, type Weights, wordingLevel } from './wording'

/** What somebody else did, to whoever writes or to somebody they know. */
const TOLD: readonly { all: readonly Found[]; within: number }[] = [
  { all: ['told'], within: 0 },
  { all: ['stranger', 'wanted'], within: 3 },
  { all: ['kin', 'lostit'], within: 8 },
]

const LESS = { clearly: 'likely', likely: 'slightly', slightly: undefined } as const

/** Which rules a text fits, by the text alone. */
export function readSigns(text: string, weights: Weights = learntWeights): RuleKey[] {
  const split = splitWords(text)
  const places = findTopics(text, split)
  if (places.size === 0) return []
  const isTold = TOLD.some(({ all, within }) => areNear(places, all, within))
  // Whoever tells of a scam does none.
  const fitting = isTold ? [] : rulesThatFit(places)
  const level = wordingLevel(split.words, places, weights)
  if (level === undefined) return fitting
  if (isTold) return level === 'clearly' ? ['worded-likely'] : []
  const isOnlyMove = fitting.length > 0 && fitting.every((key) => scamRules[key].subject === 'move')
  const isPaying = places.has('fair') || (places.has('payer') && !places.has('large'))
  if (!isOnlyMove && !isPaying) return [...fitting, `worded-${level}`]
  // "Please text me quick" is what people write who are late, and "send me your PayID" what those do who pay their part.
  const less = isPaying || fitting.includes('phone-number') ? 'slightly' : LESS[level]
  return less === undefined ? fitting : [...fitting, `worded-${less}`]
}

/** How something is asked for says nothing by itself, and nothing beside a telephone number. */
function rulesThatFit(places: Places): RuleKey[] {
  const found = ruleKeys.filter((key) => {
    const { patterns, unless }: ScamRule = scamRules[key]
    if (unless?.some((one) => places.has(one))) return false
    return patterns.some(({ all, within }) => areNear(places, all, within))
  })
  const matters = found.filter((key) => {
    const { subject, isWide }: ScamRule = scamRules[key]
    if (isWide) return !found.some((other) => isNarrower(scamRules[other], subject))
    return subject !== 'manner'
  })
  if (matters.length === 0) return []
  const isGrave = matters.some((key) => scamRules[key].subject !== 'move' && scamRules[key].weight >= NARROW)
  return found.filter((key) => {
    if (scamRules[key].subject !== 'manner') return matters.includes(key)
    return isGrave || key === 'disguise'
  })
}

const NARROW = 3
const isNarrower = ({ subject, weight, isWide }: ScamRule, than: ScamRule['subject']): boolean =>
  !isWide && subject === than && weight >= NARROW
