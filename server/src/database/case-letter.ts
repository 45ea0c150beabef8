import type { Say, Tx } from './handle'

/** What a mail about a case tells, and to whom: the reporter, or the member it was about. */
export interface CaseLetter {
  about: 'report closed' | 'decision' | 'appeal decided'
  report_id: number
  /** Who gets it. */
  member_id: number
}

/**
 * Written in the same transaction as what it tells of, and sent after it: a decision and its mail come together
 * or not at all. It names ids only; the words are found when it is sent, to the address of that moment.
 */
export async function postCaseLetter(tx: Tx, say: Say, letter: CaseLetter, now: number): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind: 'case-letter',
      dedupe_key: `${letter.about} ${letter.report_id} to ${letter.member_id}`,
      payload: JSON.stringify(letter),
      run_ts: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  say({ kind: 'letter.due' })
}
