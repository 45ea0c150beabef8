import type { InputOf } from '@rosella/contract/endpoint'
import type { saveSetting as call } from '@rosella/contract/settings/endpoints'
import { premiumSettingKeys } from '@rosella/contract/settings/rules'
import { commit } from '../../database/handle'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

/** One switch of the member's own. What is premium can still be switched off after premium has ended. */
export async function saveSetting(
  deps: Deps,
  viewer: Viewer,
  { key, value }: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if (typeof value !== 'boolean') throw new Problem('setting.value')
  const isPremium = premiumSettingKeys.some((candidate) => candidate === key)
  if (isPremium && value && !viewer.premium) throw new Problem('door.premium')
  return commit(deps, async (tx, say) => {
    await tx
      .updateTable('account')
      .set({ [key]: value })
      .where('member_id', '=', viewer.id)
      .execute()
    say({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
