import { AGE } from '@rosella/contract/browse/preferences'
import { ageAt } from '@rosella/contract/member/rules'
import { bandBetween, distances, lastBandWithin, type Position } from '@rosella/contract/places/bands'
import {
  ANYTHING,
  acceptedBits,
  acceptedLists,
  CHOICE_WORDS,
  type MemberFacts,
  traitBits,
} from './member-facts'

/** Beyond every limit by distance. */
export const FAR_BAND = distances.length
/** No band is this far: a town that is hidden or unknown. */
export const NO_BAND = 7
/** Takes in every place, also one that is not known. */
const ANY_BAND = 127
const NOBODY = -1

/** Whom a member wants to meet, as numbers to compare with. */
export interface PreferenceNumbers {
  /** A word each, as the choices have them. */
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
    // The open ends take in those whose age is beyond them, or unknown.
    ageMin: (facts.age_min ?? AGE.min) > AGE.min ? (facts.age_min as number) : 0,
    ageMax: (facts.age_max ?? AGE.max) < AGE.max ? (facts.age_max as number) : 255,
    // A limit by distance would tell where the member lives by who may see them.
    lastBand: facts.distance && !facts.town_hidden ? lastBandWithin(facts.distance) : ANY_BAND,
  }
}

/** The last band from which preferences take in somebody like this; before the first where they take in nobody like this. */
export function reachOf(
  { accepts, ageMin, ageMax, lastBand }: PreferenceNumbers,
  traits: readonly number[],
  age: number,
): number {
  if (age < ageMin || age > ageMax) return NOBODY
  for (let n = 0; n < CHOICE_WORDS; n++)
    if (((traits[n] as number) & ~(accepts[n] as number)) !== 0) return NOBODY
  return lastBand
}

/** What decides who is inside whose preferences. */
export type FactsAtHome = PreferenceFacts &
  Pick<MemberFacts, 'id' | 'birthday' | 'choices'> & { latitude: number | null; longitude: number | null }

/** Whether one member's preferences take in another, who is not in a list. */
export function matchesPreferences(member: FactsAtHome, other: FactsAtHome, now: number): boolean {
  const [here, there] = [homeOf(member), homeOf(other)]
  const band = here && there ? bandBetween(there, here) : NO_BAND
  const age = other.birthday === null ? 0 : ageAt(other.birthday, now)
  return band <= reachOf(preferenceNumbers(member), traitBits(other.choices), age)
}

const homeOf = ({ town_hidden, latitude, longitude }: FactsAtHome): Position | null =>
  town_hidden || latitude === null || longitude === null ? null : { latitude, longitude }
