import type { decideReport as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import { reportInfo } from '@rosella/contract/safety/rules'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import { queueCaseMail } from '../../mail/queue-case-mail'
import type { Services } from '../../ports/services'
import { assertProved } from './assert-proved'
import { applyToErased, type Decision } from './ban-erased'
import { findParties, lockOpenReport } from './lock-case'
import { assertMayJudge, lockMemberAndAdmin } from './lock-member-and-admin'
import { recordAudit } from './record-audit'
import { readStatus, type Sanction, setStatus, stricterOf } from './set-status'
import { settleSigns } from './settle-signs'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/**
 * Closes a case: outcome, the member's standing, both mails and the entry in one transaction, once, whoever
 * else decides it in the same moment.
 */
export async function decideReport(
  deps: Deps,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { report_id, outcome } = input
  const now = deps.clock.now()
  const until_ts = outcome === 'suspended' ? (input.until_ts ?? null) : null
  if (until_ts !== null && until_ts <= now) throw new Problem('report.until')
  if (outcome === 'banned') assertProved(admin)
  return withTransaction(deps, async (tx, emit) => {
    const { reporter_id, member_id } = await findParties(tx, admin, report_id)
    const role = await lockMemberAndAdmin(tx, deps.site, admin, member_id)
    const report = await lockOpenReport(tx, report_id)
    if (report.assignee_id !== null && report.assignee_id !== admin.id) throw new Problem('report.taken')
    const member_text =
      outcome === 'dismissed' ? '' : reportInfo(input.member_text) || inOurWords(report.reason)
    const decision = { outcome, note: reportInfo(input.note), member_text, until_ts }
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
    const [was, is] = await applyOutcome(
      { tx, emit, now, mayJudge: (id) => assertMayJudge(tx, deps.site, role, id) },
      { member_id, report_id, ...decision },
    )
    if (reporter_id !== null)
      await queueCaseMail(tx, emit, { about: 'report closed', report_id, member_id: reporter_id }, now)
    await settleSigns(tx, emit, { ...report, outcome }, now)
    if (outcome !== 'dismissed')
      await queueCaseMail(tx, emit, { about: 'decision', report_id, member_id }, now)
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

/** The member's status before and after. */
async function applyOutcome(by: Decision, sentence: Sanction): Promise<[object, object]> {
  const { tx, emit, now } = by
  const { member_id, report_id, outcome, member_text, until_ts } = sentence
  const before = await readStatus(tx, member_id)
  if (!before) return applyToErased(by, sentence)
  if (outcome === 'dismissed' || outcome === 'warned') return [{}, {}]
  const wished = {
    status: memberStatus[outcome],
    status_reason: member_text,
    status_until_ts: until_ts,
    status_report_id: report_id,
  }
  const after = stricterOf(before, wished, now)
  if (after !== before) await setStatus(tx, emit, member_id, before, after, now)
  return [{ status: before.status }, { status: after.status }]
}

const inOurWords = (reason: string): string =>
  `We looked at a report about your account (${reason}) and found that it breaks our rules.`
