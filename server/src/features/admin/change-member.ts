import type { changeMember as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { commit } from '../../database/handle'
import { lockMember } from '../../database/lock-member'
import { liftedStatus, STATUS } from '../../domain/member-status'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'>

/** Changes standing, premium or notes of a member; who it was and what it was before is kept for good. */
export async function changeMember(
  deps: Deps,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { id, premium, premium_until_ts, status, reason, until_ts, notes } = input
  // Sign-up, activation and deactivation are the member's own; an admin suspends, bans and lifts.
  if (status === STATUS.unfinished || status === STATUS.deactivated) throw new Problem('setting.value')
  if (premium_until_ts != null && !premium) throw new Problem('setting.value')
  if (status !== undefined && id === admin.id) throw new Problem('gesture.self')
  return commit(deps, async (tx, say) => {
    await lockMember(tx, id)
    const before = await tx
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.member_id', 'm.id')
      .where('m.id', '=', id)
      .select(['m.status', 'm.premium', 'm.premium_until_ts', 'm.profile_completed_ts'])
      .select(['a.status_reason', 'a.status_until_ts', 'a.notes'])
      .executeTakeFirst()
    if (!before) throw new Problem('no-user')
    const standing =
      status === undefined ? {} : { status_reason: reason ?? null, status_until_ts: until_ts ?? null }
    const after = {
      ...before,
      ...(status === undefined
        ? {}
        : { status: status === STATUS.active ? liftedStatus(before) : status, ...standing }),
      ...(premium === undefined
        ? {}
        : { premium, premium_until_ts: premium ? (premium_until_ts ?? null) : null }),
      ...(notes === undefined ? {} : { notes }),
    }
    await tx
      .updateTable('member')
      .set({ status: after.status, premium: after.premium, premium_until_ts: after.premium_until_ts })
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('account')
      .set({ status_reason: after.status_reason, status_until_ts: after.status_until_ts, notes: after.notes })
      .where('member_id', '=', id)
      .execute()
    if (after.status >= STATUS.suspended && after.status !== before.status) {
      // Their own sessions, and those they hold as an admin who acts as others.
      const ended = await tx
        .deleteFrom('session')
        .where((e) => e.or([e('member_id', '=', id), e('admin_id', '=', id)]))
        .returning('id')
        .execute()
      say({ kind: 'session.ended', session_ids: ended.map((session) => session.id) })
    }
    await tx
      .insertInto('audit')
      .values({
        ts: deps.clock.now(),
        admin_id: admin.id,
        action: 'member.change',
        member_id: id,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .execute()
    say({ kind: 'member.changed', member_id: id })
    return {}
  })
}
