import type { InputOf } from '@rosella/contract/endpoint'
import type { saveSetting as call } from '@rosella/contract/settings/endpoints'
import { premiumSettingKeys } from '@rosella/contract/settings/rules'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

/** One switch of the member's own. What is premium can still be switched off after premium has ended. */
export async function saveSetting(
  deps: Deps,
  viewer: Viewer,
  { key, value }: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const isOn = switchValue(value)
  const isPremium = premiumSettingKeys.some((candidate) => candidate === key)
  if (isPremium && isOn && !viewer.premium) throw new Problem('access.premium')
  return withTransaction(deps, async (tx, emit) => {
    // What others see of a member stands in the half that lists read.
    if (key === 'town_hidden' || key === 'paused' || key === 'no_suggestions')
      await tx
        .updateTable('member')
        .set({ [key]: isOn })
        .where('id', '=', viewer.id)
        .execute()
    else
      await tx
        .updateTable('account')
        .set({ [key]: isOn })
        .where('member_id', '=', viewer.id)
        .execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}

/** Yes and no, also as 1 and 0. */
function switchValue(value: unknown): boolean {
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw new Problem('setting.value')
}
