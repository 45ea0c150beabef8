import { cityLabel } from '@rosella/contract/places/rules'
import { profileListFieldNames, profileListRules } from '@rosella/contract/profile/list-rules'
import { profileFieldNames, profileRules } from '@rosella/contract/profile/rules'
import { goalCode, interestedCode } from '@rosella/contract/signup/rules'
import type { Updateable } from 'kysely'
import type { Tables } from '../../database/tables'
import type { Tx } from '../../database/transaction'
import { accept, Problem } from '../../domain/problem'
import type { City } from '../../ports/places'

/** What a save writes: the narrow half that cards show, and the wide half that only the profile shows. */
export interface Changes {
  member?: Updateable<Tables['member']>
  profile?: Updateable<Tables['profile']>
}

/** Those of the fields that were sent, each as its rule keeps it. */
export function checkFields(sent: Record<string, unknown>): Updateable<Tables['profile']> {
  const names = profileFieldNames.filter((name) => sent[name] !== undefined)
  const lists = profileListFieldNames.filter((name) => sent[name] !== undefined)
  return Object.fromEntries([
    ...names.map((name) => [name, accept<string | number | null>(profileRules[name](sent[name]))]),
    ...lists.map((name) => [name, accept(profileListRules[name](sent[name]))]),
  ])
}

/** Both were asked for at sign-up: they can be changed, but not taken back. */
export const interestedIn = (value: unknown): Updateable<Tables['member']> => ({
  interested: known(interestedCode, value, 'signup.interested'),
})
export const lookingFor = (value: unknown): Updateable<Tables['profile']> => ({
  relationship_goals: known(goalCode, value, 'signup.goals'),
})

function known(
  codeOf: (value: string) => string | undefined,
  value: unknown,
  problem: 'signup.interested' | 'signup.goals',
): string {
  const code = typeof value === 'string' ? codeOf(value) : undefined
  if (!code) throw new Problem(problem)
  return code
}

/** A member lives in the middle of their city: where they really are is nobody's to keep. */
export const livingIn = (home: City): Updateable<Tables['member']> => ({
  country: home.countryCode,
  city: cityLabel(home),
  latitude: home.latitude,
  longitude: home.longitude,
})

/** Both by primary key. The member row first, as everywhere. */
export async function writeChanges(
  tx: Tx,
  memberId: number,
  { member = {}, profile = {} }: Changes,
): Promise<void> {
  if (Object.keys(member).length > 0) {
    await tx.updateTable('member').set(member).where('id', '=', memberId).execute()
  }
  if (Object.keys(profile).length > 0) {
    await tx.updateTable('profile').set(profile).where('member_id', '=', memberId).execute()
  }
}
