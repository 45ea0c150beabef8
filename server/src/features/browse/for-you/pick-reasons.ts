import {
  findReasons,
  isReasonKey,
  type ReasonFacts,
  type ReasonPair,
  sayReason,
} from '@rosella/contract/browse/reasons'
import { NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import type { MemberFacts } from '../../../domain/member-facts'

type Facts = Pick<MemberFacts, 'choices' | 'tags' | 'spoken' | 'birthday' | 'created_ts'>

const codes = (written: string): string[] => (written === '' ? [] : written.split(','))

/** The letters stand in the order of the view member_facts. */
const reasonFacts = ({ choices, tags, spoken }: Facts): ReasonFacts => ({
  goals: choices[0] ?? ' ',
  wants_kids: choices[2] ?? ' ',
  smoking: choices[3] ?? ' ',
  tags: codes(tags),
  spoken: codes(spoken),
})

export const reasonPair = (me: Facts, other: Facts, band: number | null, now: number): ReasonPair => ({
  me: reasonFacts(me),
  other: reasonFacts(other),
  isNew: other.created_ts > now - NEW_FOR_SECONDS,
  band,
  ageGap:
    me.birthday === null || other.birthday === null
      ? null
      : Math.abs(ageAt(me.birthday, now) - ageAt(other.birthday, now)),
})

/** What was found when the pick was made, as far as it is still true; else what is true now. */
export function sayReasons(keys: string, pair: ReasonPair): string[] {
  const still = keys.split(' ').flatMap((key) => (isReasonKey(key) ? (sayReason(key, pair) ?? []) : []))
  return still.length > 0 ? still : findReasons(pair).flatMap((key) => sayReason(key, pair) ?? [])
}
