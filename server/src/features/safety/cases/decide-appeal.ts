import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import type { decideAppeal as call } from '@rosella/contract/safety/case-endpoints'
import { reportInfo } from '@rosella/contract/safety/rules'
import { type SqlBool, sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { lockMemberAndStaff } from '../../../members/staff'
import { type AccountStatus, liftedStatus, readStatus, setStatus } from '../../../members/status'
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
  await tx.updateTable('report').set({ lifted_ts: now }).where('id', '=', report_id).execute()
  await tx.updateTable('scam_sign').set({ outcome: 'dismissed' }).where('report_id', '=', report_id).execute()
  const before = await readStatus(tx, member_id)
  if (!before || before.status_report_id !== report_id) return [{}, {}]
  const after = (await remaining(tx, member_id, now)) ?? {
    status: liftedStatus(before),
    status_reason: null,
    status_until_ts: null,
    status_report_id: null,
  }
  await setStatus(tx, emit, member_id, before, after, now)
  return [{ status: before.status }, { status: after.status }]
}

/** The most severe outcome of other cases that is still in force (index report_member). */
async function remaining(tx: Tx, memberId: number, now: number): Promise<AccountStatus | undefined> {
  const report = await tx
    .selectFrom('report')
    .where('member_id', '=', memberId)
    .where('lifted_ts', 'is', null)
    .where('outcome', 'in', ['suspended', 'banned'])
    .where(sql<SqlBool>`(outcome = 'banned' or coalesce(until_ts, ${now} + 1) > ${now})`)
    .orderBy(sql`outcome = 'banned'`, 'desc')
    .orderBy('until_ts', (order) => order.desc().nullsFirst())
    .select(['id', 'outcome', 'member_text', 'until_ts'])
    .executeTakeFirst()
  return (
    report && {
      status: report.outcome === 'banned' ? memberStatus.banned : memberStatus.suspended,
      status_reason: report.member_text,
      status_until_ts: report.until_ts,
      status_report_id: report.id,
    }
  )
}
