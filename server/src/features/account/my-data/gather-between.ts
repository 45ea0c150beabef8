import { sql } from 'kysely'
import type { Reader } from '../../../database/transaction'
import { knownInRelation, visibleInRelation } from '../../../database/visible-members'
import { readable } from './readable'

const BATCH = 500

interface RelationRow extends Record<string, unknown> {
  other: number
}

/**
 * What stands between the member and others, a batch at a time: the facts of the member's own side. A row is there
 * for both as soon as one of them did something, so one without such a fact would name who did it in secret. Whoever
 * blocked the member, or is gone from the site, is not named here either; whom the member blocked is.
 */
export async function* gatherRelations(db: Reader, memberId: number): AsyncIterable<object> {
  for (let after = 0; ; ) {
    const { rows } = await sql<RelationRow>`
      select r.other, m.username as first_name, '/' || m.url_hash as profile_address, r.favorited_ts,
        r.sent_like_ts, r.received_like_ts, r.matched_ts, r.sent_roses, r.sent_rose_ts, r.received_roses,
        r.received_rose_ts, r.viewed_ts, r.viewed_me_ts, r.blocked_ts, r.not_interested_ts,
        r.verify_asked_ts as asked_to_verify_ts, r.verify_asked_me_ts as asked_me_to_verify_ts
      from relation r join member m on m.id = r.other
      where r.me = ${memberId} and r.other > ${after}
        and ${knownInRelation(memberId)}
        and (r.sent_roses > 0 or r.received_roses > 0 or num_nonnulls(r.favorited_ts, r.sent_like_ts,
          r.received_like_ts, r.viewed_ts, r.viewed_me_ts, r.blocked_ts, r.not_interested_ts,
          r.verify_asked_ts, r.verify_asked_me_ts) > 0)
      order by r.other limit ${BATCH}`.execute(db)
    for (const { other: _other, ...row } of rows) yield readable(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.other ?? after
  }
}

interface MessageRow extends Record<string, unknown> {
  id: number
}

/**
 * Everything the member wrote, and what was written to them by those they can see. When something sent was
 * read belongs to the reader, so it is not told; whom one may not see has no name.
 */
export async function* gatherMessages(db: Reader, memberId: number): AsyncIterable<object> {
  for (let after = 0; ; ) {
    const { rows } = await sql<MessageRow>`
      select g.id, g.ts as sent_ts, g.text,
        case when g.sender_id = ${memberId} then 'sent' else 'received' end as direction,
        case when ${visibleInRelation(memberId)} then m.username end as first_name,
        case when ${visibleInRelation(memberId)} then '/' || m.url_hash end as profile_address,
        case when g.receiver_id = ${memberId} then g.read_ts end as read_ts,
        case when g.sender_id = ${memberId} then g.sender_reaction else g.receiver_reaction end as my_reaction,
        case when ${visibleInRelation(memberId)} then
          case when g.sender_id = ${memberId} then g.receiver_reaction else g.sender_reaction end end as their_reaction
      from (
        select * from message where sender_id = ${memberId}
        union all
        select * from message where receiver_id = ${memberId} and not removed_by_receiver
      ) g
      join member m on m.id = case when g.sender_id = ${memberId} then g.receiver_id else g.sender_id end
      left join relation r on r.me = ${memberId} and r.other = m.id
      where g.id > ${after} and (g.sender_id = ${memberId} or ${visibleInRelation(memberId)})
      order by g.id limit ${BATCH}`.execute(db)
    for (const { id: _id, ...row } of rows) yield readable(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}
