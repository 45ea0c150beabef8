import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasStatus } from '../../../database/has-status'
import type { Reader } from '../../../database/transaction'
import { visibleInRelation } from '../../../database/visible-members'

const WEEK = 7 * 86_400

/** What came in the week before a summary and has not been looked at since. */
export interface WeekNews {
  likes: number
  roses: number
  views: number
  messages: number
}

/** New in the week that ended at `due`, told from the side of account `a`, as the counters on the site are. */
const fresh = (time: string, mark: string, due: number) => sql`
  from relation r join member o on o.id = r.other
  where r.me = a.member_id and r.${sql.ref(time)} > greatest(a.${sql.ref(mark)}, ${due - WEEK}::bigint)
    and r.${sql.ref(time)} <= ${due} and ${visibleInRelation(sql.ref('a.member_id'), 'o')}`

const unread = (due: number) => sql`
  from message g join member o on o.id = g.sender_id
  left join relation r on r.me = a.member_id and r.other = g.sender_id
  where g.receiver_id = a.member_id and g.read_ts is null and not g.removed_by_receiver
    and g.ts > ${due - WEEK} and g.ts <= ${due} and ${visibleInRelation(sql.ref('a.member_id'), 'o')}`

const likes = (due: number) => fresh('received_like_ts', 'seen_likes_ts', due)
const roses = (due: number) => fresh('received_rose_ts', 'seen_roses_ts', due)
const views = (due: number) => fresh('viewed_me_ts', 'seen_views_ts', due)

/** Whether there is anything to say to account `a`. */
export const hasNews = (due: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (exists (select ${likes(due)}) or exists (select ${roses(due)})
    or exists (select ${views(due)}) or exists (select ${unread(due)}))`

/** Who gets mail at all: active, the address confirmed, summaries on. */
export const wantsSummary = sql<SqlBool>`(${hasStatus('m.status', 'active')} and a.email_confirmed and a.summaries)`

export interface Recipient extends WeekNews {
  email: string
  username: string | null
}

/** The recipient as they are at the time of sending; undefined when they want none any more, or are gone. */
export async function findRecipient(
  db: Reader,
  memberId: number,
  due: number,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, m.username,
      (select count(*) ${likes(due)})::int as likes, (select count(*) ${roses(due)})::int as roses,
      (select count(*) ${views(due)})::int as views, (select count(*) ${unread(due)})::int as messages
    from account a join member m on m.id = a.member_id
    where a.member_id = ${memberId} and ${wantsSummary}`.execute(db)
  return rows[0]
}
