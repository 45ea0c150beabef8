import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { changeMember as call, impersonate as impersonateCall } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus, type Role } from '@rosella/contract/member/status'
import { storableText } from '@rosella/contract/storable-text'
import { recordAudit } from '../../../members/audit'
import { endImpersonation, lockMember } from '../../../members/sessions'
import { assertReauthenticated, isStaff, lockMemberAndStaff } from '../../../members/staff'
import { liftedStatus, readStatus, setStatus } from '../../../members/status'
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

/** Changes standing, premium, role or notes of a member; who it was and what it was before is kept for good. */
export async function changeMember(
  deps: Services,
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

/**
 * A one-hour session as a member, marked with the admin's id, so that nothing done with it leaves a trace on
 * members. Every start stays in the audit log, with its reason.
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

/** A suspension ends at its date, whether or not the member logs in to see it (index account_status_until). */
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
      // Suspended anew, banned or lifted meanwhile.
      if (!before || before.status !== memberStatus.suspended || until === null || until > now) return
      const after = { status_reason: null, status_until_ts: null, status_report_id: null }
      await setStatus(tx, emit, id, before, { ...after, status: liftedStatus(before) }, now)
    })
  }
  return ended.length
}
