import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import type { decideReport as call } from '@rosella/contract/safety/case-endpoints'
import { reportInfo } from '@rosella/contract/safety/rules'
import { recordAudit } from '../../../members/audit'
import { addKnownPhotos } from '../../../members/known-photos'
import { assertReauthenticated, lockMemberAndStaff } from '../../../members/staff'
import { banErased, type CaseOutcome, readStatus, setStatus, withStatus } from '../../../members/status'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import { parseBoolean } from '../../../platform/http/route'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { queueCaseEmail } from '../case-email'
import { planWarnings } from '../safety-notices'
import { settleSigns } from '../shield/scam-rules'
import { findParties, lockOpenCase } from './take-case'

/** A warning or suspension would reach nobody. */
async function applyToErased(
  tx: Tx,
  { member_id, report_id, outcome }: CaseOutcome,
  now: number,
): Promise<[object, object]> {
  if (outcome === 'dismissed') return [{}, {}]
  if (outcome !== 'banned') throw new Problem('report.erased')
  const { before, after } = await banErased(tx, member_id, report_id, now)
  return [before, after]
}

/**
 * Closes a case in one transaction: outcome, member status, both emails and audit entry. Concurrent decisions fail.
 */
export async function decideCase(
  deps: Services,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { report_id, outcome } = input
  const now = deps.clock.now()
  const until_ts = outcome === 'suspended' ? (input.until_ts ?? null) : null
  if (until_ts !== null && until_ts <= now) throw new Problem('report.until')
  if (outcome === 'banned') assertReauthenticated(admin)
  return withTransaction(deps, async (tx, emit) => {
    const { reporter_id, member_id } = await findParties(tx, admin, report_id)
    await lockMemberAndStaff(tx, deps.site, admin, member_id)
    const report = await lockOpenCase(tx, report_id)
    if (report.assignee_id !== null && report.assignee_id !== admin.id) throw new Problem('report.taken')
    const member_text =
      outcome === 'dismissed' ? '' : reportInfo(input.member_text) || defaultText(report.reason)
    const warn = outcome === 'banned' && parseBoolean(input.warn)
    const decision = { outcome, note: reportInfo(input.note), member_text, until_ts, warn }
    await tx
      .updateTable('report')
      .set({
        ...decision,
        state: 'closed',
        assignee_id: admin.id,
        taken_ts: report.taken_ts ?? now,
        closed_ts: now,
        closed_by: admin.id,
      })
      .where('id', '=', report_id)
      .execute()
    const [was, is] = await applyOutcome(tx, emit, { member_id, report_id, ...decision }, now)
    if (warn) await planWarnings(tx, member_id, now)
    if (outcome === 'banned') await addKnownPhotos(tx, member_id, now)
    if (reporter_id !== null)
      await queueCaseEmail(tx, emit, { about: 'report closed', report_id, member_id: reporter_id }, now)
    await settleSigns(tx, emit, { ...report, outcome }, now)
    if (outcome !== 'dismissed')
      await queueCaseEmail(tx, emit, { about: 'decision', report_id, member_id }, now)
    await recordAudit(tx, admin, now, {
      action: 'report.decide',
      member_id,
      before: { report_id, state: report.state, ...was },
      after: { report_id, state: 'closed', ...decision, ...is },
    })
    emit({ kind: 'queue.changed' })
    return {}
  })
}

/** Returns the member's status before and after. */
async function applyOutcome(
  tx: Tx,
  emit: Emit,
  decided: CaseOutcome,
  now: number,
): Promise<[object, object]> {
  const { member_id, report_id, outcome, member_text, until_ts } = decided
  const before = await readStatus(tx, member_id)
  if (!before) return applyToErased(tx, decided, now)
  if (outcome === 'dismissed' || outcome === 'warned') return [{}, {}]
  const wished = {
    status: memberStatus[outcome],
    status_reason: member_text,
    status_until_ts: until_ts,
    status_report_id: report_id,
  }
  const after = withStatus(before, wished, now)
  await setStatus(tx, emit, member_id, before, after, now)
  return [{ status: before.status }, { status: after[0].status }]
}

const defaultText = (reason: string): string =>
  `We reviewed a report about your account (${reason}) and found a breach of our rules.`
