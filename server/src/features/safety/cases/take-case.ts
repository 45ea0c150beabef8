import type { InputOf } from '@rosella/contract/endpoint'
import type { takeReport as call } from '@rosella/contract/safety/case-endpoints'
import { recordAudit } from '../../../members/audit'
import { assertMayJudge } from '../../../members/staff'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

/** The two members of a case, who never change. The moderator must be neither, and may not know of a case about them. */
export async function findParties(tx: Tx, admin: Pick<Viewer, 'id'>, reportId: number) {
  const parties = await tx
    .selectFrom('report')
    .where('id', '=', reportId)
    .select(['reporter_id', 'member_id'])
    .executeTakeFirst()
  if (!parties || admin.id === parties.member_id) throw new Problem('report.unknown')
  if (admin.id === parties.reporter_id) throw new Problem('report.own')
  return parties
}

/** Call it after locking the member's rows. Two decisions about one case then run one after the other. */
export async function lockCase(tx: Tx, reportId: number) {
  return tx.selectFrom('report').where('id', '=', reportId).forUpdate().selectAll().executeTakeFirstOrThrow()
}

export async function lockOpenCase(tx: Tx, reportId: number) {
  const report = await lockCase(tx, reportId)
  if (report.state === 'closed') throw new Problem('report.closed')
  return report
}

/** A case has one moderator at a time. Taking over from a colleague must be explicit and is audited. */
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
