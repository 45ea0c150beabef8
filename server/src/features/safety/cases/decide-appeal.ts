import type { InputOf } from '@rosella/contract/endpoint'
import type { decideAppeal as call } from '@rosella/contract/safety/case-endpoints'
import { reportInfo } from '@rosella/contract/safety/rules'
import { recordAudit } from '../../../members/audit'
import { lockMemberAndStaff } from '../../../members/staff'
import { liftErasedBan, markLifted, readStatus, setStatus, withoutCase } from '../../../members/status'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { queueCaseEmail } from '../case-email'
import { findParties, lockCase } from './take-case'

/** Upholding an appeal reverts the decision. The person who made it and the parties may not decide the appeal. */
export async function decideAppeal(
  deps: Services,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { report_id, upheld } = input
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { member_id } = await findParties(tx, admin, report_id)
    await lockMemberAndStaff(tx, deps.site, admin, member_id)
    const report = await lockCase(tx, report_id)
    const appeal = await tx
      .selectFrom('appeal')
      .where('report_id', '=', report_id)
      .select('decided_ts')
      .executeTakeFirst()
    if (!appeal) throw new Problem('appeal.unknown')
    if (appeal.decided_ts !== null) throw new Problem('appeal.decided')
    if (report.closed_by === admin.id) throw new Problem('appeal.same-admin')
    const decision = { upheld, note: reportInfo(input.note), member_text: reportInfo(input.member_text) }
    await tx
      .updateTable('appeal')
      .set({ ...decision, decided_ts: now, decided_by: admin.id })
      .where('report_id', '=', report_id)
      .execute()
    const [was, is] = upheld ? await reverse(tx, emit, { report_id, member_id }, now) : [{}, {}]
    await queueCaseEmail(tx, emit, { about: 'appeal decided', report_id, member_id }, now)
    await recordAudit(tx, admin, now, {
      action: 'appeal.decide',
      member_id,
      before: { report_id, outcome: report.outcome, ...was },
      after: { report_id, ...decision, ...is },
    })
    emit({ kind: 'queue.changed' })
    return {}
  })
}

/** Reverts only the effects of this case. Other cases and direct decisions by an admin stay in force. */
async function reverse(
  tx: Tx,
  emit: Emit,
  { report_id, member_id }: { report_id: number; member_id: number },
  now: number,
): Promise<[object, object]> {
  await markLifted(tx, report_id, now)
  await tx.updateTable('scam_sign').set({ outcome: 'dismissed' }).where('report_id', '=', report_id).execute()
  const before = await readStatus(tx, member_id)
  if (!before) {
    const lifted = await liftErasedBan(tx, member_id, now, report_id)
    return [lifted?.before ?? {}, lifted?.after ?? {}]
  }
  const after = withoutCase(before, report_id, now)
  await setStatus(tx, emit, member_id, before, after, now)
  return [{ status: before.status }, { status: after[0].status }]
}
