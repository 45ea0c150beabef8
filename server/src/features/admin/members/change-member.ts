import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { changeMember as call, impersonate as impersonateCall } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus, type Role } from '@rosella/contract/member/status'
import { storableText } from '@rosella/contract/storable-text'
import { recordAudit } from '../../../members/audit'
import { endImpersonation, lockMember } from '../../../members/sessions'
import { assertReauthenticated, isStaff, lockMemberAndStaff } from '../../../members/staff'
import {
  liftErasedBan,
  markLifted,
  readStatus,
  type StoredStatus,
  setStatus,
  statusColumns,
  statusesInForce,
  withoutCurrent,
  withStatusInstead,
} from '../../../members/status'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import { isConfiguredAdmin, type Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import type { Deps } from '../deps'

interface Named {
  id: number
  email: string
  email_confirmed: boolean
  status: number
  role: Role | null
}

/**
 * Gives or removes a role, with the member locked. Roles are read for every call, so the change applies
 * immediately; open streams get updated permissions, and impersonation by them or of them ends. A role set in
 * the configuration can't be changed.
 */
async function applyRole(
  tx: Tx,
  emit: Emit,
  site: Services['site'],
  member: Named,
  before: Role | null,
): Promise<void> {
  const { id, role, status, email_confirmed } = member
  if (isConfiguredAdmin(site, member)) throw new Problem('role.configured')
  const isFit = status === memberStatus.active && email_confirmed
  if (role !== null && !isFit) throw new Problem('role.unfit')
  if (role === before) return
  await tx.updateTable('account').set({ role }).where('member_id', '=', id).execute()
  await endImpersonation(tx, emit, id)
  emit({ kind: 'role.changed', member_id: id })
}

/**
 * Changes a member's status, premium, role or notes; the audit log records the admin and the previous values
 * for good.
 */
export async function changeMember(
  deps: Services,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { id, premium, premium_until_ts, role, status, reason, until_ts, notes } = input
  // Sign-up, activation and deactivation are up to the member; staff suspend, ban and lift.
  if (status === memberStatus.unfinished || status === memberStatus.deactivated)
    throw new Problem('setting.value')
  if (premium_until_ts != null && !premium) throw new Problem('setting.value')
  const isAdminsOnly = premium !== undefined || premium_until_ts !== undefined || role !== undefined
  if (isAdminsOnly && admin.role !== 'admin') throw new Problem('access.admin')
  // Nobody changes their own role and only admins change roles, so one admin always remains. Notes about oneself are
  // hidden, so one would overwrite them unread.
  if ((status !== undefined || role !== undefined || notes !== undefined) && id === admin.id)
    throw new Problem('gesture.self')
  const now = deps.clock.now()
  if (status === memberStatus.suspended && until_ts != null && until_ts <= now)
    throw new Problem('report.until')
  if (premium_until_ts != null && premium_until_ts <= now) throw new Problem('premium.until')
  if (status === memberStatus.banned || role !== undefined) assertReauthenticated(admin)
  return withTransaction(deps, async (tx, emit) => {
    const by = await lockMemberAndStaff(tx, deps.site, admin, id)
    if (isAdminsOnly && by !== 'admin') throw new Problem('admin.lost')
    const account = await readMember(tx, id)
    if (!account) return liftErased(tx, admin, by, input, now)
    const { email, email_confirmed, status_before: _replaced, ...before } = account
    const statuses =
      status === undefined ? undefined : statusesAfter(account, { status, reason, until_ts }, now)
    const isFreed = before.status === memberStatus.banned && statuses?.[0].status !== memberStatus.banned
    if (statuses && isFreed && by !== 'admin') throw new Problem('ban.admin-only')
    const after = {
      ...before,
      ...statuses?.[0],
      ...(premium === undefined
        ? {}
        : { premium, premium_until_ts: premium ? (premium_until_ts ?? null) : null }),
      ...(notes === undefined ? {} : { notes }),
      ...(role === undefined ? {} : { role }),
    }
    await tx
      .updateTable('member')
      .set({ premium: after.premium, premium_until_ts: after.premium_until_ts })
      .where('id', '=', id)
      .execute()
    await tx.updateTable('account').set({ notes: after.notes }).where('member_id', '=', id).execute()
    emit({ kind: 'member.changed', member_id: id })
    if (statuses) await setStatus(tx, emit, id, before, statuses, now)
    if (status === memberStatus.active && before.status_report_id !== null)
      await markLifted(tx, before.status_report_id, now)
    if (role !== undefined)
      await applyRole(tx, emit, deps.site, { id, email, email_confirmed, ...after }, before.role)
    await recordAudit(tx, admin, now, { action: 'member.change', member_id: id, before, after })
    return {}
  })
}

async function readMember(tx: Tx, id: number) {
  return tx
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', id)
    .select(['m.status', 'm.premium', 'm.premium_until_ts', 'm.profile_completed_ts'])
    .select(statusColumns)
    .select(['a.notes', 'a.role', 'a.email', 'a.email_confirmed'])
    .executeTakeFirst()
}

type Change = Pick<InputOf<typeof call>, 'id' | 'status'>

interface WishedStatus {
  status: number
  reason?: string
  until_ts?: number | null
}

/** Status 2 lifts a suspension or ban. A direct decision replaces those of cases that are as strict or stricter. */
function statusesAfter(account: StoredStatus, { status, reason, until_ts }: WishedStatus, now: number) {
  if (status === memberStatus.active) return withoutCurrent(account, now)
  const added = {
    status,
    status_reason: reason ?? null,
    status_until_ts: status === memberStatus.suspended ? (until_ts ?? null) : null,
    status_report_id: null,
  }
  return withStatusInstead(account, added, now)
}

/** Lifts the ban of an erased member; nothing else about them can be changed. */
async function liftErased(tx: Tx, admin: Viewer, by: Role, { id, status }: Change, now: number) {
  if (status !== memberStatus.active) throw new Problem('no-user')
  if (by !== 'admin') throw new Problem('ban.admin-only')
  const lifted = await liftErasedBan(tx, id, now)
  if (!lifted) throw new Problem('no-user')
  await recordAudit(tx, admin, now, { action: 'member.change', member_id: id, ...lifted })
  return {}
}

/**
 * Opens a one-hour session as a member, marked with the admin's id, so that its actions leave no trace for
 * other members. The audit log records each one with its reason.
 */
export async function impersonate(
  deps: Deps,
  admin: Viewer,
  { id: memberId, reason }: Pick<InputOf<typeof impersonateCall>, 'id' | 'reason'>,
): Promise<SessionRecord> {
  const member = await deps.db
    .selectFrom('member')
    .where('id', '=', memberId)
    .select('status')
    .executeTakeFirst()
  if (!member) throw new Problem('no-user')
  if (memberId === admin.id) throw new Problem('gesture.self')
  if (member.status !== memberStatus.active && member.status !== memberStatus.unfinished)
    throw new Problem('no-user')
  if (await isStaff(deps.db, deps.site, memberId)) throw new Problem('impersonate.staff')
  await withTransaction(deps, (tx) =>
    recordAudit(tx, admin, deps.clock.now(), {
      action: 'member.impersonate',
      member_id: memberId,
      after: { reason: storableText(reason).trim() },
    }),
  )
  return deps.impersonateAs(memberId, admin)
}

const AT_A_TIME = 500

/** Ends suspensions at their date, even if the member doesn't log in (index account_status_until). */
export const liftSuspensions = (deps: Services) => async (): Promise<number> => {
  const now = deps.clock.now()
  const ended = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('a.status_until_ts', '<=', now)
    .where('m.status', '=', memberStatus.suspended)
    .orderBy('a.status_until_ts')
    .limit(AT_A_TIME)
    .select('m.id')
    .execute()
  for (const { id } of ended) {
    await withTransaction(deps, async (tx, emit) => {
      await lockMember(tx, id)
      const before = await readStatus(tx, id)
      const until = before?.status_until_ts ?? null
      // Suspended again, banned or lifted meanwhile.
      if (!before || before.status !== memberStatus.suspended || until === null || until > now) return
      await setStatus(tx, emit, id, before, statusesInForce(before, now), now)
    })
  }
  return ended.length
}
