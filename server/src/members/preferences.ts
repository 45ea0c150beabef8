import { AGE } from '@rosella/contract/browse/preferences'
import { ageAt } from '@rosella/contract/member/rules'
import { bandBetween, distances, lastBandWithin, type Position } from '@rosella/contract/places/bands'
import {
  ANYTHING,
  acceptedBits,
  acceptedLists,
  CHOICE_WORDS,
  choiceBits,
  type MemberFacts,
} from './member-facts'

/** Beyond every distance preference. */
export const FAR_BAND = distances.length
/** The band of a hidden or unknown town, beyond all real bands. */
export const NO_BAND = 7
/** Accepts every place, including an unknown one. */
const ANY_BAND = 127
export const NOBODY = -1

/** A member's preferences as comparable numbers. */
export interface PreferenceNumbers {
  /** The accepted bits, by word of `choiceBits`. */
  accepts: readonly number[]
  ageMin: number
  ageMax: number
  lastBand: number
}

type PreferenceFacts = Pick<
  MemberFacts,
  'accepts' | 'answered_only' | 'age_min' | 'age_max' | 'distance' | 'town_hidden'
>

export function preferenceNumbers(facts: PreferenceFacts): PreferenceNumbers {
  const lists = acceptedLists(facts)
  return {
    accepts: lists ? acceptedBits(lists, facts.answered_only === true) : ANYTHING,
    // An open end accepts ages beyond it and unknown ages.
    ageMin: (facts.age_min ?? AGE.min) > AGE.min ? (facts.age_min as number) : 0,
    ageMax: (facts.age_max ?? AGE.max) < AGE.max ? (facts.age_max as number) : 255,
    // If the town is hidden, a distance preference would reveal where the member lives by who can see them.
    lastBand: facts.distance && !facts.town_hidden ? lastBandWithin(facts.distance) : ANY_BAND,
  }
}

/** The last distance band in which the preferences accept a member with these answers and this age, or NOBODY. */
export function reachOf(
  { accepts, ageMin, ageMax, lastBand }: PreferenceNumbers,
  bits: readonly number[],
  age: number,
): number {
  if (age < ageMin || age > ageMax) return NOBODY
  for (let n = 0; n < CHOICE_WORDS; n++)
    if (((bits[n] as number) & ~(accepts[n] as number)) !== 0) return NOBODY
  return lastBand
}

export type FactsAtHome = PreferenceFacts &
  Pick<MemberFacts, 'id' | 'birthday' | 'choices'> & { latitude: number | null; longitude: number | null }

/** Whether a member's preferences accept one other member, without the index. */
export function matchesPreferences(member: FactsAtHome, other: FactsAtHome, now: number): boolean {
  const [here, there] = [homeOf(member), homeOf(other)]
  const band = here && there ? bandBetween(there, here) : NO_BAND
  const age = other.birthday === null ? 0 : ageAt(other.birthday, now)
  return band <= reachOf(preferenceNumbers(member), choiceBits(other.choices), age)
}

const homeOf = ({ town_hidden, latitude, longitude }: FactsAtHome): Position | null =>
  town_hidden || latitude === null || longitude === null ? null : { latitude, longitude }
