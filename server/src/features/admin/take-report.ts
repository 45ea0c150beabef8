import type { takeReport as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { findParties, lockOpenReport } from './lock-case'
import { assertMayJudge } from './lock-member-and-admin'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/** A case has one moderator at a time. Taking over from a colleague is said so, and stays in the audit log. */
export async function takeReport(
  deps: Deps,
  admin: Viewer,
  { report_id, action }: Pick<InputOf<typeof call>, 'report_id' | 'action'>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const parties = await findParties(tx, admin, report_id)
    await assertMayJudge(tx, deps.site, admin.role, parties.member_id)
    const report = await lockOpenReport(tx, report_id)
    const { assignee_id, member_id } = report
    if (assignee_id !== null && assignee_id !== admin.id && action !== 'take over') {
      throw new Problem('report.taken')
    }
    const after =
      action === 'give back'
        ? ({ state: 'received', assignee_id: null, taken_ts: null } as const)
        : ({ state: 'in review', assignee_id: admin.id, taken_ts: now } as const)
    if (after.assignee_id === assignee_id) return {}
    await tx.updateTable('report').set(after).where('id', '=', report_id).execute()
    await recordAudit(tx, admin, now, {
      action: `report.${action.replace(' ', '-')}`,
      member_id,
      before: { report_id, state: report.state, assignee_id },
      after: { report_id, state: after.state, assignee_id: after.assignee_id },
    })
    emit({ kind: 'queue.changed' })
    return {}
  })
}
