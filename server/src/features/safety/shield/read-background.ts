import { SIGN_SECONDS } from '@rosella/contract/safety/scam-rules'
import { sql } from 'kysely'
import { prepared } from '../../../database/prepared'
import type { Reader } from '../../../database/transaction'
import type { Background } from '../../../domain/scam-signs/judge'
import { isRuleKey } from '../../../domain/scam-signs/rules'
import type { SenderAndReceiver } from '../../../ports/scam-shield'

/** More messages than this tell nothing new about how well two people know each other. */
const COUNTED = 50

interface Row {
  sent: number
  received: number
  first_ts: number | null
  signs: { rule: string; mine: boolean; open: boolean }[] | null
}

// message_sent for the counts, message_pair for the first, scam_sign_pair for the signs.
const find = prepared(
  (sender: number, receiver: number, low: number, high: number, before: number, since: number) => sql<Row>`
    select
      (select count(*)::int from (select from message
        where sender_id = ${sender} and receiver_id = ${receiver} and id < ${before} limit ${sql.lit(COUNTED)}) m) as sent,
      (select count(*)::int from (select from message
        where sender_id = ${receiver} and receiver_id = ${sender} and id < ${before} limit ${sql.lit(COUNTED)}) m) as received,
      (select ts from message where least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high}
        order by id limit 1) as first_ts,
      (select json_agg(json_build_object('rule', s.rule, 'mine', s.sender_id = ${sender}, 'open', s.outcome is null)
          order by s.message_id, s.rule)
        from scam_sign s
        where ((s.sender_id = ${sender} and s.receiver_id = ${receiver})
            or (s.sender_id = ${receiver} and s.receiver_id = ${sender}))
          and s.counted and s.message_id < ${before} and s.ts > ${since}) as signs`,
)

/** What there was between two people before a message. Signs that somebody has decided about count no more. */
export async function readBackground(
  db: Reader,
  { sender_id: sender, receiver_id: receiver }: SenderAndReceiver,
  now: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Background> {
  const [low, high] = [Math.min(sender, receiver), Math.max(sender, receiver)]
  const [row] = await find(db, sender, receiver, low, high, before, now - SIGN_SECONDS)
  const signs = row?.signs ?? []
  const keys = (mine: boolean) =>
    signs
      .filter((sign) => sign.mine === mine && (!mine || sign.open))
      .map(({ rule }) => rule)
      .filter(isRuleKey)
  return {
    sent: row?.sent ?? 0,
    received: row?.received ?? 0,
    age: row?.first_ts == null ? 0 : now - row.first_ts,
    mine: keys(true),
    theirs: keys(false),
  }
}
