import type { decideReport as call } from '@rosella/contract/admin/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { reportInfo } from '@rosella/contract/safety/rules'
import { postCaseLetter } from '../../database/case-letter'
import { commit, type Say, type Tx } from '../../database/handle'
import { STATUS } from '../../domain/member-status'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { findParties, lockOpenReport } from './lock-case'
import { recordAudit } from './record-audit'
import { giveStanding, harsher, lockStanding, readStanding } from './standing'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'>

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
  return commit(deps, async (tx, say) => {
    const { reporter_id, member_id } = await findParties(tx, admin, report_id)
    await lockStanding(tx, admin, member_id)
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
    const [was, is] = await impose(tx, say, { member_id, report_id, ...decision }, now)
    await postCaseLetter(tx, say, { about: 'report closed', report_id, member_id: reporter_id }, now)
    if (outcome !== 'dismissed')
      await postCaseLetter(tx, say, { about: 'decision', report_id, member_id }, now)
    await recordAudit(tx, admin, now, {
      action: 'report.decide',
      member_id,
      before: { report_id, state: report.state, ...was },
      after: { report_id, state: 'closed', ...decision, ...is },
    })
    say({ kind: 'queue.changed' })
    return {}
  })
}

interface Sentence {
  member_id: number
  report_id: number
  outcome: InputOf<typeof call>['outcome']
  member_text: string
  until_ts: number | null
}

/** The member's status before and after; nothing to change when the account is gone. */
async function impose(tx: Tx, say: Say, sentence: Sentence, now: number): Promise<[object, object]> {
  const { member_id, report_id, outcome, member_text, until_ts } = sentence
  const before = await readStanding(tx, member_id)
  if (!before) return [{}, {}]
  if (outcome === 'dismissed' || outcome === 'warned') return [{}, {}]
  const wished = {
    status: STATUS[outcome],
    status_reason: member_text,
    status_until_ts: until_ts,
    status_report_id: report_id,
  }
  const after = harsher(before, wished, now)
  if (after !== before) await giveStanding(tx, say, member_id, before, after)
  return [{ status: before.status }, { status: after.status }]
}

const inOurWords = (reason: string): string =>
  `We looked at a report about your account (${reason}) and found that it breaks our rules.`
