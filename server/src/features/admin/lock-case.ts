import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'

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
export async function lockReport(tx: Tx, reportId: number) {
  return tx.selectFrom('report').where('id', '=', reportId).forUpdate().selectAll().executeTakeFirstOrThrow()
}

export async function lockOpenReport(tx: Tx, reportId: number) {
  const report = await lockReport(tx, reportId)
  if (report.state === 'closed') throw new Problem('report.closed')
  return report
}
