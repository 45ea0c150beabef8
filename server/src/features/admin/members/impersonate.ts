import type { impersonate as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import { storableText } from '@rosella/contract/storable-text'
import { recordAudit } from '../../../members/audit'
import { isStaff } from '../../../members/staff'
import { withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/**
 * A one-hour session as a member, marked with the admin's id, so that nothing done with it leaves a trace on
 * members. Every start stays in the audit log, with its reason.
 */
export async function impersonate<Session>(
  deps: Deps,
  logInAs: (memberId: number, admin: Viewer) => Promise<Session>,
  admin: Viewer,
  { id: memberId, reason }: Pick<InputOf<typeof call>, 'id' | 'reason'>,
): Promise<Session> {
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
  return logInAs(memberId, admin)
}
