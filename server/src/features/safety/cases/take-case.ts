import type { InputOf } from '@rosella/contract/endpoint'
import type { takeReport as call } from '@rosella/contract/safety/case-endpoints'
import { recordAudit } from '../../../members/audit'
import { assertMayJudge } from '../../../members/staff'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

/** Whom a case names; both stay what they are for good. Nobody acts on a case they are part of. */
export async function findParties(tx: Tx, admin: Pick<Viewer, 'id'>, reportId: number) {
  const parties = await tx
    .selectFrom('report')
    .where('id', '=', reportId)
    .select(['reporter_id', 'member_id'])
    .executeTakeFirst()
  if (!parties) throw new Problem('report.unknown')
  if (admin.id === parties.reporter_id || admin.id === parties.member_id) throw new Problem('report.own')
  return parties
}

/** After the member's rows: two who decide the same case go one after the other. */
export async function lockCase(tx: Tx, reportId: number) {
  return tx.selectFrom('report').where('id', '=', reportId).forUpdate().selectAll().executeTakeFirstOrThrow()
}

export async function lockOpenCase(tx: Tx, reportId: number) {
  const report = await lockCase(tx, reportId)
  if (report.state === 'closed') throw new Problem('report.closed')
  return report
}

/** A case has one moderator at a time. Taking over from a colleague is said so, and stays in the audit log. */
export async function takeCase(
  deps: Services,
  admin: Viewer,
  { report_id, action }: Pick<InputOf<typeof call>, 'report_id' | 'action'>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const parties = await findParties(tx, admin, report_id)
    await assertMayJudge(tx, deps.site, admin.role, parties.member_id)
    const report = await lockOpenCase(tx, report_id)
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
