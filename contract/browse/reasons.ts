import { type ChoiceField, labels } from '../profile/fields'
import { spokenLabel, tagLabel } from '../profile/lists'
import { type Agreement, agreementLabel } from '../questions/agreement'
import { MATCH_FROM } from '../questions/rules'

/** The only facts about a member that the reasons of a suggestion may use. */
export interface ReasonFacts {
  goals: string
  wants_kids: string
  smoking: string
  tags: readonly string[]
  spoken: readonly string[]
}

export interface ReasonPair {
  me: ReasonFacts
  other: ReasonFacts
  /** The other joined within a week. */
  isNew: boolean
  /** The distance band on the card. */
  band: number | null
  /** Years between the two; null if an age is unknown. */
  ageGap: number | null
  /** On the questions that both show; null without any. */
  agreement: Agreement | null
}

const serious = { s: 'something serious', c: 'something casual' } as Record<string, string>
const MOST_TAGS = 3
/** The share of common questions on which two people have to agree before it is a reason. */
const MOSTLY = 0.7

const common = (one: readonly string[], other: readonly string[]): string[] =>
  one.filter((code) => other.includes(code))

/** 'a', 'a and b', 'a, b and c'. */
const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Names keep their capitals inside a sentence: AFL, Triple J, First Nations culture. */
const NAMES = /^(?:[A-Z]{2}|Triple J|First Nations|Asian|British)/
const insideSentence = (label: string): string =>
  NAMES.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

const bothAnswered = (me: string, other: string, field: ChoiceField, code: string): boolean =>
  Object.hasOwn(labels[field], code) && me === code && other === code

/** Each returns a sentence if it is true of the pair, otherwise undefined. The most interesting comes first. */
const reasons = {
  goals: ({ me, other }) =>
    serious[me.goals] && me.goals === other.goals ? `You both want ${serious[me.goals]}.` : undefined,
  tags: ({ me, other }) => {
    const shared = common(me.tags, other.tags).slice(0, MOST_TAGS)
    return shared.length > 0
      ? `You share ${listed(shared.map((code) => insideSentence(tagLabel(code))))}.`
      : undefined
  },
  questions: ({ agreement }) =>
    agreement && agreement.common >= MATCH_FROM && agreement.agree >= agreement.common * MOSTLY
      ? `${agreementLabel(agreement)} questions.`
      : undefined,
  new: ({ isNew }) => (isNew ? 'New this week.' : undefined),
  children: ({ me, other }) =>
    bothAnswered(me.wants_kids, other.wants_kids, 'wants_kids', '+')
      ? 'You both want children.'
      : bothAnswered(me.wants_kids, other.wants_kids, 'wants_kids', '-')
        ? 'Neither of you wants children.'
        : undefined,
  spoken: ({ me, other }) => {
    // English says nothing about a pair in Australia.
    const shared = common(me.spoken, other.spoken).filter((code) => code !== 'en')
    return shared.length > 0 ? `You both speak ${listed(shared.map(spokenLabel))}.` : undefined
  },
  near: ({ band }) => (band === 0 ? 'You live less than 10 km apart.' : undefined),
  smoking: ({ me, other }) =>
    bothAnswered(me.smoking, other.smoking, 'smoking', '-') ? 'Neither of you smokes.' : undefined,
  age: ({ ageGap }) => (ageGap !== null && ageGap <= 1 ? 'You are about the same age.' : undefined),
  // Always true, because only pairs who match are suggested.
  preferences: () => 'You each fit what the other is looking for.',
} satisfies Record<string, (pair: ReasonPair) => string | undefined>

export type ReasonKey = keyof typeof reasons
const reasonKeys = Object.keys(reasons) as ReasonKey[]
export const isReasonKey = (key: string): key is ReasonKey => Object.hasOwn(reasons, key)

export const reasonText = (key: ReasonKey, pair: ReasonPair): string | undefined => reasons[key](pair)

const MOST_REASONS = 3

/** One to three reasons that are true. 'preferences' only appears if there is no other. */
export function findReasons(pair: ReasonPair): ReasonKey[] {
  const found = reasonKeys.filter((key) => key !== 'preferences' && reasonText(key, pair) !== undefined)
  return found.length > 0 ? found.slice(0, MOST_REASONS) : ['preferences']
}
