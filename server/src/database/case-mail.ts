import type { Emit, Tx } from './transaction'

/** What a mail about a case tells, and to whom: the reporter, or the member it was about. */
export interface CaseMail {
  about: 'report closed' | 'decision' | 'appeal decided'
  report_id: number
  /** Who gets it. */
  member_id: number
}

/**
 * Written in the same transaction as what it tells of, and sent after it: a decision and its mail come together
 * or not at all. It names ids only; the words are found when it is sent, to the address of that moment.
 */
export async function queueCaseMail(tx: Tx, emit: Emit, mail: CaseMail, now: number): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind: 'case-letter',
      dedupe_key: `${mail.about} ${mail.report_id} to ${mail.member_id}`,
      payload: JSON.stringify(mail),
      run_ts: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  emit({ kind: 'mail.due' })
}
