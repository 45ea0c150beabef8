import type { InputOf } from '@rosella/contract/endpoint'
import {
  isNotificationValue,
  type NotificationKey,
  notificationKeys,
} from '@rosella/contract/notifications/rules'
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
  if (isNotificationKey(key)) return saveNotificationSetting(deps, viewer, key, value)
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

const isNotificationKey = (key: string): key is NotificationKey =>
  (notificationKeys as readonly string[]).includes(key)

/** How the member is told of what, and when not. */
async function saveNotificationSetting(
  deps: Deps,
  viewer: Viewer,
  key: NotificationKey,
  value: unknown,
): Promise<{ message?: string }> {
  if (!isNotificationValue(key, value)) throw new Problem('setting.value')
  // The browser's own zone, and it is the admin's browser.
  if (key === 'time_zone' && viewer.impersonator !== null) throw new Problem('access.impersonating')
  return withTransaction(deps, async (tx, emit) => {
    await tx
      .updateTable('account')
      .set({ [key]: value })
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
