import type { ReplyOf } from '@rosella/contract/endpoint'
import type { readAppeal as readCall } from '@rosella/contract/safety/endpoints'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/tables'
import type { Reader, Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { HELD_WORDS } from './compose-case-mail'

type Hold = Pick<Selectable<Tables['scam_hold']>, 'since_ts' | 'appeal_text' | 'appeal_ts'>

/** While its case is open; afterwards the decision is what can be appealed against. */
export const findHold = (db: Reader, reportId: number): Promise<Hold | undefined> =>
  db
    .selectFrom('scam_hold')
    .where('report_id', '=', reportId)
    .where('ended_ts', 'is', null)
    .select(['since_ts', 'appeal_text', 'appeal_ts'])
    .executeTakeFirst()

/** The member learns that they are held, since when, and their own words. */
export const readHold = (
  report_id: number,
  { since_ts, appeal_text, appeal_ts }: Hold,
): ReplyOf<typeof readCall> => ({
  report_id,
  outcome: 'held',
  member_text: HELD_WORDS,
  closed_ts: since_ts,
  until_ts: null,
  may_appeal: appeal_text === null,
  appeal:
    appeal_text === null || appeal_ts === null
      ? null
      : { text: appeal_text, created_ts: appeal_ts, upheld: null },
})

/** Once, before the case is decided; of two at once the first to come stays. */
export async function appealHold(tx: Tx, reportId: number, text: string, now: number): Promise<void> {
  if (text === '') throw new Problem('appeal.empty')
  const sent = await tx
    .updateTable('scam_hold')
    .set({ appeal_text: text, appeal_ts: now })
    .where('report_id', '=', reportId)
    .where('ended_ts', 'is', null)
    .where('appeal_text', 'is', null)
    .returning('report_id')
    .executeTakeFirst()
  if (!sent) throw new Problem('appeal.sent')
}
