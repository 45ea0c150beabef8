import { isProfileField, isProfileListField } from '@rosella/contract/profile/fields'
import { profileListRules } from '@rosella/contract/profile/lists'
import { firstNameRule, locationRule, profileRules } from '@rosella/contract/profile/rules'
import { sentences } from '@rosella/contract/sentences'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { accept, Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import {
  assertNotNewer,
  type Changes,
  interestedIn,
  livingIn,
  lockProfile,
  lookingFor,
  writeChanges,
} from './save-profile'

type Deps = Pick<Services, 'db' | 'bus' | 'places'>

/** Saves one field as soon as it changes on screen, unless another device has changed it meanwhile. */
export async function autoSaveField(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'premium'>,
  field: { key: string; value?: unknown; based_on?: unknown },
): Promise<{ message?: string }> {
  const changes = await changesOf(deps, viewer, field)
  const basedOn = basisOf(field)
  return withTransaction(deps, async (tx, emit) => {
    assertNotNewer(await lockProfile(tx, viewer.id), changes, basedOn)
    await writeChanges(tx, viewer.id, changes)
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { message: sentences.saved }
  })
}

async function changesOf(
  { places }: Deps,
  viewer: Pick<Viewer, 'premium'>,
  { key, value }: { key: string; value?: unknown },
): Promise<Changes> {
  if (isProfileField(key)) {
    return { profile: { [key]: accept<string | number | null>(profileRules[key](value)) } }
  }
  if (isProfileListField(key)) return { profile: { [key]: accept(profileListRules[key](value)) } }
  switch (key) {
    case 'username':
      if (!viewer.premium) throw new Problem('access.premium')
      return { member: { username: accept(firstNameRule(value)) } }
    case 'interested':
      return { member: interestedIn(value) }
    case 'relationship_goals':
      return { profile: lookingFor(value) }
    case 'location': {
      const { country, city } = accept(locationRule(value))
      const home = await places.find(country, city)
      if (!home) throw new Problem('signup.location')
      return { member: livingIn(home) }
    }
    default:
      throw new Problem('profile.unknown-field')
  }
}

/** A home is two columns. */
function basisOf({ key, based_on }: { key: string; based_on?: unknown }): Record<string, unknown> {
  if (based_on === undefined) return {}
  if (key !== 'location') return { [key]: based_on }
  const home = locationRule(based_on)
  return home.ok ? home.value : { country: null, city: null }
}
