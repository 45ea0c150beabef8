import type { changeMember as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus, type Role } from '@rosella/contract/member/status'
import { recordAudit } from '../../../members/audit'
import { endImpersonation } from '../../../members/sessions'
import { assertReauthenticated, lockMemberAndStaff } from '../../../members/staff'
import { liftedStatus, setStatus } from '../../../members/status'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import { isConfiguredAdmin, type Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

interface Named {
  id: number
  email: string
  email_confirmed: boolean
  status: number
  role: Role | null
}

/**
 * Gives a role or takes it away, with the member held. Powers are looked up for every call and so change at once; what
 * is open goes on being told what it may be told, and whoever acts for them or as them stops. The configuration wins:
 * whom it names no call changes.
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

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/** Changes standing, premium, role or notes of a member; who it was and what it was before is kept for good. */
export async function changeMember(
  deps: Deps,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { id, premium, premium_until_ts, role, status, reason, until_ts, notes } = input
  // Sign-up, activation and deactivation are the member's own; an admin suspends, bans and lifts.
  if (status === memberStatus.unfinished || status === memberStatus.deactivated)
    throw new Problem('setting.value')
  if (premium_until_ts != null && !premium) throw new Problem('setting.value')
  const isAdminsOnly = premium !== undefined || premium_until_ts !== undefined || role !== undefined
  if (isAdminsOnly && admin.role !== 'admin') throw new Problem('access.admin')
  // Nobody takes the last admin away while nobody changes their own role and an admin makes every change.
  if ((status !== undefined || role !== undefined) && id === admin.id) throw new Problem('gesture.self')
  const now = deps.clock.now()
  if (status === memberStatus.suspended && until_ts != null && until_ts <= now)
    throw new Problem('report.until')
  if (premium_until_ts != null && premium_until_ts <= now) throw new Problem('premium.until')
  if (status === memberStatus.banned || role !== undefined) assertReauthenticated(admin)
  return withTransaction(deps, async (tx, emit) => {
    const by = await lockMemberAndStaff(tx, deps.site, admin, id)
    if (isAdminsOnly && by !== 'admin') throw new Problem('admin.lost')
    const account = await readMember(tx, id)
    if (!account) throw new Problem('no-user')
    const { email, email_confirmed, ...before } = account
    const standing = {
      status: status === memberStatus.active ? liftedStatus(before) : (status ?? before.status),
      status_reason: reason ?? null,
      status_until_ts: status === memberStatus.suspended ? (until_ts ?? null) : null,
      // An admin's own word takes the place of what a case said.
      status_report_id: null,
    }
    const after = {
      ...before,
      ...(status === undefined ? {} : standing),
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
    await setStatus(tx, emit, id, before, after, now)
    if (status === memberStatus.active) await liftOutcomes(tx, id, now)
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
    .select(['a.status_reason', 'a.status_until_ts', 'a.status_report_id', 'a.notes'])
    .select(['a.role', 'a.email', 'a.email_confirmed'])
    .executeTakeFirst()
}

/** Nothing that was lifted by hand comes back when an appeal about something else is upheld. */
async function liftOutcomes(tx: Tx, memberId: number, now: number): Promise<void> {
  await tx
    .updateTable('report')
    .set({ lifted_ts: now })
    .where('member_id', '=', memberId)
    .where('outcome', 'in', ['suspended', 'banned'])
    .where('lifted_ts', 'is', null)
    .execute()
}
