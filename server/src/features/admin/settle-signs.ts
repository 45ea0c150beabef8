import type { Emit, Tx } from '../../database/transaction'
import { queueCaseMail } from '../../mail/queue-case-mail'

interface Decided {
  id: number
  reporter_id: number | null
  member_id: number
  reason_key: string | null
  outcome: 'dismissed' | 'warned' | 'suspended' | 'banned'
}

/** Reasons about which a decision also says whether the shield was right. */
const SCAM_REASONS = ['fake', 'money']

/** What a decision means for the scam shield: its signs were right or wrong, and whoever was held is so no longer. */
export async function settleSigns(tx: Tx, emit: Emit, report: Decided, now: number): Promise<void> {
  const outcome = report.outcome === 'dismissed' ? 'dismissed' : 'upheld'
  if (report.reporter_id === null) await settleCase(tx, emit, report, outcome, now)
  else if (SCAM_REASONS.includes(report.reason_key ?? '')) {
    await tx
      .updateTable('scam_sign')
      .set({ outcome })
      .where('sender_id', '=', report.member_id)
      .where('receiver_id', '=', report.reporter_id)
      .where('outcome', 'is', null)
      .where('report_id', 'is', null)
      .execute()
  }
}

async function settleCase(
  tx: Tx,
  emit: Emit,
  { id, member_id }: Decided,
  outcome: 'dismissed' | 'upheld',
  now: number,
): Promise<void> {
  await tx
    .updateTable('scam_hold')
    .set({ ended_ts: now })
    .where('report_id', '=', id)
    .where('ended_ts', 'is', null)
    .execute()
  if (outcome === 'dismissed') {
    const ended = await tx
      .updateTable('scam_warning')
      .set({ dismissed_ts: now })
      .where('sender_id', '=', member_id)
      .where('dismissed_ts', 'is', null)
      .where('receiver_id', 'in', (of) =>
        of.selectFrom('scam_sign').where('report_id', '=', id).select('receiver_id'),
      )
      .returning('receiver_id')
      .execute()
    for (const { receiver_id } of ended)
      emit({ kind: 'message.warned', from: member_id, to: receiver_id, shown: false })
    await queueCaseMail(tx, emit, { about: 'hold ended', report_id: id, member_id }, now)
  }
  await tx.updateTable('scam_sign').set({ outcome }).where('report_id', '=', id).execute()
}
