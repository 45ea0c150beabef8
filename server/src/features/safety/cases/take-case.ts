import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { takeReport as call, nextReport } from '@rosella/contract/safety/case-endpoints'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { assertMayJudge, lockClaims } from '../../../members/staff'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { type CaseFilters, caseOrder, matchingCases } from './list-cases'

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
    const { assignee_id } = report
    if (assignee_id !== null && assignee_id !== admin.id && action !== 'take over') {
      throw new Problem('report.taken')
    }
    const isKept = assignee_id === (action === 'give back' ? null : admin.id)
    if (!isKept) await assign(tx, emit, admin, report, action, now)
    return {}
  })
}

type Assigned = Pick<Awaited<ReturnType<typeof lockCase>>, 'id' | 'member_id' | 'state' | 'assignee_id'>

/** The case must be locked. */
async function assign(
  tx: Tx,
  emit: Emit,
  admin: Viewer,
  { id: report_id, member_id, state, assignee_id }: Assigned,
  action: InputOf<typeof call>['action'],
  now: number,
): Promise<void> {
  const after =
    action === 'give back'
      ? ({ state: 'received', assignee_id: null, taken_ts: null } as const)
      : ({ state: 'in review', assignee_id: admin.id, taken_ts: now } as const)
  await tx.updateTable('report').set(after).where('id', '=', report_id).execute()
  await recordAudit(tx, admin, now, {
    action: `report.${action.replace(' ', '-')}`,
    member_id,
    before: { report_id, state, assignee_id },
    after: { report_id, state: after.state, assignee_id: after.assignee_id },
  })
  emit({ kind: 'queue.changed' })
}

/**
 * Takes the first open case that matches the filters and that the moderator may decide. Cases that a colleague is
 * taking concurrently are skipped, so that two moderators never get the same one.
 */
export async function takeNextCase(
  deps: Services,
  admin: Viewer,
  filters: Omit<CaseFilters, 'state' | 'outcome'>,
): Promise<ReplyOf<typeof nextReport>> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockClaims(tx, admin)
    const matching = await matchingCases(deps, tx, admin, { ...filters, state: 'open' })
    const { rows } = await sql<Assigned>`
      select r.id, r.member_id, r.state, r.assignee_id from report r
      where ${matching} and (r.assignee_id is null or r.assignee_id = ${admin.id})
        and r.reporter_id is distinct from ${admin.id}
      order by ${caseOrder({ ...filters, state: 'open' })} limit 1 for update of r skip locked`.execute(tx)
    const [next] = rows
    if (!next) return { report_id: null }
    if (next.assignee_id === null) await assign(tx, emit, admin, next, 'take', now)
    return { report_id: next.id }
  })
}
