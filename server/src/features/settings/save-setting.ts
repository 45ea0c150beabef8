import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { notifyKeys } from '@rosella/contract/notifications/kinds'
import {
  isNotificationValue,
  type NotificationKey,
  notificationKeys,
} from '@rosella/contract/notifications/rules'
import type { saveSetting as call, getUserSettings } from '@rosella/contract/settings/endpoints'
import { premiumSettingKeys } from '@rosella/contract/settings/rules'
import { cancelDates } from '../../members/relation'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import type { Db } from '../../platform/ports/database'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

/** Saves one of the member's switches. Premium ones can still be switched off after premium has ended. */
export async function saveSetting(
  deps: Services,
  viewer: Viewer,
  { key, value }: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if (isNotificationKey(key)) return saveNotificationSetting(deps, viewer, key, value)
  const isOn = switchValue(value)
  const isPremium = premiumSettingKeys.some((candidate) => candidate === key)
  if (isPremium && isOn && !viewer.premium) throw new Problem('access.premium')
  return withTransaction(deps, async (tx, emit) => {
    // Settings that others can notice are in the member table, which lists read.
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
    if (key === 'paused' && isOn) await cancelDates(tx, emit, viewer.id, deps.clock.now())
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}

const isNotificationKey = (key: string): key is NotificationKey =>
  (notificationKeys as readonly string[]).includes(key)

/** Saves how and when the member is notified. */
async function saveNotificationSetting(
  deps: Services,
  viewer: Viewer,
  key: NotificationKey,
  value: unknown,
): Promise<{ message?: string }> {
  if (!isNotificationValue(key, value)) throw new Problem('setting.value')
  // The browser sends its own zone, and here it is the admin's browser.
  if (key === 'time_zone' && viewer.impersonator !== null) throw new Problem('access.impersonating')
  return withTransaction(deps, async (tx, emit) => {
    if (isPush(key, value) && (await countDevices(deps, tx, viewer.id)) === 0)
      throw new Problem('push.no-device')
    await tx
      .updateTable('account')
      .set({ [key]: value })
      .where('member_id', '=', viewer.id)
      .execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}

const isPush = (key: NotificationKey, value: string): boolean =>
  key.startsWith('notify_') && (value === 'push' || value === 'both')

/** The member's devices that get push notifications, by the index on the member. */
async function countDevices(deps: Services, db: Db, memberId: number): Promise<number> {
  if (!deps.push) return 0
  const { devices } = await db
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', 's.id', 'p.session_id')
    .where('p.member_id', '=', memberId)
    .where('s.admin_id', 'is', null)
    .where('s.expires_ts', '>', deps.clock.now())
    .select((e) => e.fn.countAll<number>().as('devices'))
    .executeTakeFirstOrThrow()
  return Number(devices)
}

function switchValue(value: unknown): boolean {
  if (value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw new Problem('setting.value')
}

/** The member's own settings, and the server settings they depend on. */
export async function readUserSettings(
  deps: Services,
  viewer: Viewer,
): Promise<ReplyOf<typeof getUserSettings>> {
  const u = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('a.member_id', '=', viewer.id)
    .select(['a.summaries', 'a.stealth_mode', 'a.read_receipts', 'a.show_gender_birth'])
    .select(notifyKeys.map((key) => `a.${key}` as const))
    .select(['a.quiet_from', 'a.quiet_to', 'a.time_zone'])
    .select(['a.deactivated_ts', 'm.approved_photos', 'm.town_hidden', 'm.paused', 'm.no_suggestions'])
    .executeTakeFirstOrThrow()
  return {
    u,
    s: await deps.settings.current(),
    push: deps.push !== undefined,
    push_devices: await countDevices(deps, deps.db, viewer.id),
  }
}
