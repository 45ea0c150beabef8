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
  { key, value: sent }: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const value = sent === 1 ? true : sent === 0 ? false : sent
  if (typeof value !== 'boolean') throw new Problem('setting.value')
  const isPremium = premiumSettingKeys.some((candidate) => candidate === key)
  if (isPremium && value && !viewer.premium) throw new Problem('access.premium')
  return withTransaction(deps, async (tx, emit) => {
    // What others see of a member stands in the half that lists read.
    if (key === 'town_hidden')
      await tx.updateTable('member').set({ town_hidden: value }).where('id', '=', viewer.id).execute()
    else
      await tx
        .updateTable('account')
        .set({ [key]: value })
        .where('member_id', '=', viewer.id)
        .execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
