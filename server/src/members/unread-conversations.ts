import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../platform/database/transaction'
import type { Who } from './relation'
import { visibleInRelation } from './visible-members'

/** The number of conversations with unread messages from members who are visible (index message_unread). */
export const unreadConversations = (me: Who): RawBuilder<number> => sql<number>`(
  select count(*)::int from (
    select distinct u.sender_id from message u
    where u.receiver_id = ${me} and u.read_ts is null and not u.removed_by_receiver) s
  join member m on m.id = s.sender_id
  left join relation r on r.me = ${me} and r.other = s.sender_id
  where ${visibleInRelation(me)})`

export async function countUnread(db: Reader, memberId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select ${unreadConversations(memberId)} as unread`.execute(
    db,
  )
  return rows[0]?.unread ?? 0
}
