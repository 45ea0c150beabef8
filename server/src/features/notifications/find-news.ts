import {
  type NoticeKind,
  type NotificationKind,
  noticeKinds,
  type notificationKinds,
  settingOf,
} from '@rosella/contract/notifications/kinds'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Reader } from '../../platform/database/transaction'

/** The content of an email, with the ids that mark it as sent. */
export interface News {
  conversations: { other_id: number; message_id: number }[]
  notices: { id: number; kind: NoticeKind }[]
}

const wantsEmail = (kind: NotificationKind): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`a.${settingOf(kind)}`)} in ('mail', 'both')`

/** The other member is visible, and neither side has ended the contact. */
const isNews = (member: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${visibleInRelation(member)} and r.not_interested_ts is null and r.ended is not true)`

/**
 * Whether the member has not seen it yet, given their account a and their relation r to the other member m.
 * Opening a list marks everything in it as seen. Kinds that are counted when they are sent have nothing to
 * check.
 */
const isUnseen: {
  [K in NotificationKind]: (typeof notificationKinds)[K]['news'] extends 'counted'
    ? null
    : RawBuilder<SqlBool>
} = {
  message: sql<SqlBool>`exists (select from message u where u.receiver_id = a.member_id and u.sender_id = m.id
    and u.read_ts is null and not u.removed_by_receiver)`,
  match: sql<SqlBool>`(r.matched_ts is not null and r.received_like_ts > a.seen_likes_ts)`,
  like: sql<SqlBool>`(r.received_like_ts > a.seen_likes_ts)`,
  rose: sql<SqlBool>`(r.received_rose_ts > a.seen_roses_ts)`,
  dates: null,
  saved: null,
}

/**
 * Whether conversation c was opened since its email: something in it was read, or the emailed messages were
 * deleted and the member has been active. Without the second case they would never get another email about
 * it.
 */
const isOpenedSince = sql<SqlBool>`(
  coalesce((select g.read_ts from message g
    where g.receiver_id = a.member_id and g.sender_id = c.other_id and g.read_ts is not null and not g.removed_by_receiver
    order by g.id desc limit 1), 0) >= c.mailed_ts
  or (not exists (select from message g where g.receiver_id = a.member_id and g.sender_id = c.other_id
      and g.read_ts is null and not g.removed_by_receiver and g.id <= c.message_id)
    and exists (select from activity v where v.member_id = a.member_id
      and greatest(v.last_active_ts, v.left_ts) > c.mailed_ts)))`

const findConversations = prepared(
  (memberId: number) => sql<News['conversations'][number]>`
    select u.sender_id as other_id, max(u.id) as message_id
    from account a join message u on u.receiver_id = a.member_id and u.read_ts is null and not u.removed_by_receiver
    join member m on m.id = u.sender_id
    left join relation r on r.me = a.member_id and r.other = u.sender_id
    left join mailed_conversation c on c.member_id = a.member_id and c.other_id = u.sender_id
    where a.member_id = ${memberId} and ${wantsEmail('message')} and ${isNews(sql.ref('a.member_id'))}
      and (c.mailed_ts is null or ${isOpenedSince})
    group by u.sender_id`,
)

const whenUnseen = (kind: NoticeKind) =>
  sql`when ${sql.lit(kind)} then ${wantsEmail(kind)} and ${isUnseen[kind]}`

const findNotices = prepared(
  (memberId: number) => sql<News['notices'][number]>`
    select n.id, n.kind from notice n join account a on a.member_id = n.member_id
    join member m on m.id = n.other_id
    left join relation r on r.me = n.member_id and r.other = n.other_id
    where n.member_id = ${memberId} and ${isNews(sql.ref('a.member_id'))} and case n.kind
      ${sql.join(noticeKinds.map(whenUnseen), sql` `)} end
    order by n.id`,
)

/** The current news, without anything read, deleted, blocked or seen meanwhile. */
export const findNews = async (db: Reader, memberId: number): Promise<News> => ({
  conversations: await findConversations(db, memberId),
  notices: await findNotices(db, memberId),
})

/** Whether the member has not yet seen the subject of a push. */
export async function isStillNews(
  db: Reader,
  memberId: number,
  kind: NotificationKind,
  from: number | null,
): Promise<boolean> {
  const unseen = isUnseen[kind]
  if (unseen === null) return true
  if (from === null) return false
  const { rows } = await sql`
    select from account a join member m on m.id = ${from}
    left join relation r on r.me = a.member_id and r.other = m.id
    where a.member_id = ${memberId} and ${isNews(sql.ref('a.member_id'))} and ${unseen}`.execute(db)
  return rows.length > 0
}
