import { type ChoiceField, labels } from '../profile/fields'
import { spokenLabel, tagLabel } from '../profile/lists'

/** What of a member the reasons of a suggestion may speak of; nothing else is ever looked at. */
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
  /** How far apart, as the card tells it. */
  band: number | null
  /** Years between the two; null where an age is unknown. */
  ageGap: number | null
}

const serious = { s: 'something serious', c: 'something casual' } as Record<string, string>
const MOST_TAGS = 3

const common = (one: readonly string[], other: readonly string[]): string[] =>
  one.filter((code) => other.includes(code))

/** 'a', 'a and b', 'a, b and c'. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Inside a sentence, but for names: AFL, Triple J, First Nations culture. */
const NAMES = /^(?:[A-Z]{2}|Triple J|First Nations|Asian|British)/
const insideSentence = (label: string): string =>
  NAMES.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

const bothSay = (me: string, other: string, field: ChoiceField, code: string): boolean =>
  Object.hasOwn(labels[field], code) && me === code && other === code

/** Each says a sentence where it is true of the pair, and nothing where it is not; the most telling first. */
const sayings = {
  goals: ({ me, other }) =>
    serious[me.goals] && me.goals === other.goals ? `You both want ${serious[me.goals]}.` : undefined,
  tags: ({ me, other }) => {
    const shared = common(me.tags, other.tags).slice(0, MOST_TAGS)
    return shared.length > 0
      ? `You share ${listed(shared.map((code) => insideSentence(tagLabel(code))))}.`
      : undefined
  },
  new: ({ isNew }) => (isNew ? 'New this week.' : undefined),
  children: ({ me, other }) =>
    bothSay(me.wants_kids, other.wants_kids, 'wants_kids', '+')
      ? 'You both want children.'
      : bothSay(me.wants_kids, other.wants_kids, 'wants_kids', '-')
        ? 'Neither of you wants children.'
        : undefined,
  spoken: ({ me, other }) => {
    // In Australia everybody speaks English.
    const shared = common(me.spoken, other.spoken).filter((code) => code !== 'en')
    return shared.length > 0 ? `You both speak ${listed(shared.map(spokenLabel))}.` : undefined
  },
  near: ({ band }) => (band === 0 ? 'You live less than 10 km apart.' : undefined),
  smoking: ({ me, other }) =>
    bothSay(me.smoking, other.smoking, 'smoking', '-') ? 'Neither of you smokes.' : undefined,
  age: ({ ageGap }) => (ageGap !== null && ageGap <= 1 ? 'You are about the same age.' : undefined),
  // Always true: nobody is suggested where it is not.
  preferences: () => 'You each fit what the other is looking for.',
} satisfies Record<string, (pair: ReasonPair) => string | undefined>

export type ReasonKey = keyof typeof sayings
const reasonKeys = Object.keys(sayings) as ReasonKey[]
export const isReasonKey = (key: string): key is ReasonKey => Object.hasOwn(sayings, key)

export const sayReason = (key: ReasonKey, pair: ReasonPair): string | undefined => sayings[key](pair)

const MOST_REASONS = 3

/** One to three that are true; the last resort only where there is nothing else to say. */
export function findReasons(pair: ReasonPair): ReasonKey[] {
  const told = reasonKeys.filter((key) => key !== 'preferences' && sayReason(key, pair) !== undefined)
  return told.length > 0 ? told.slice(0, MOST_REASONS) : ['preferences']
}
