import type { Counters, GestureEvent, StreamEvents } from '@rosella/contract/live/stream'
import type { Role } from '@rosella/contract/member/status'
import { sql } from 'kysely'
import { staffIds } from '../../members/staff'
import { unreadConversations } from '../../members/unread-conversations'
import { memberIsShown, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Reader } from '../../platform/database/transaction'
import type { Services } from '../../platform/services'

const newSince = (time: string, mark: string) => sql`(
  select count(*) from relation r join member m on m.id = r.other
  where r.me = a.member_id and r.${sql.ref(time)} > a.${sql.ref(mark)}
    and ${visibleInRelation(sql.ref('a.member_id'))})`

const notifications = prepared(
  (memberIds: readonly number[]) => sql<Counters & { member_id: number }>`
    select a.member_id,
      ${newSince('viewed_me_ts', 'seen_views_ts')} as viewed_me,
      ${newSince('received_like_ts', 'seen_likes_ts')} as likes_received,
      ${newSince('received_rose_ts', 'seen_roses_ts')} as roses_received,
      ${unreadConversations(sql.ref('a.member_id'))} as unread
    from account a where a.member_id = any(${memberIds}::bigint[])`,
)

/**
 * New items since each list was last opened, and conversations with unread messages, without blocked or inactive
 * members. Only reads new rows: relation_viewed_me, relation_received_like, relation_received_rose, message_unread.
 */
export async function countNew(db: Reader, memberIds: readonly number[]): Promise<Map<number, Counters>> {
  if (memberIds.length === 0) return new Map()
  const rows = await notifications(db, memberIds)
  return new Map(rows.map(({ member_id, ...counters }) => [member_id, counters]))
}

export interface SenderPair {
  from: number
  to: number
}

const senders = prepared(
  (from: number[], to: number[]) => sql<
    SenderPair & Omit<GestureEvent, 'from'> & { username: string | null; matched: boolean }
  >`
    select distinct g."from", g."to", m.username, m.photo, m.url_hash, r.matched_ts is not null as matched
    from unnest(${from}::bigint[], ${to}::bigint[]) as g("from", "to")
    join member m on m.id = g."from"
    left join relation r on r.me = g."to" and r.other = g."from"
    where ${visibleInRelation(sql.ref('g.to'))}`,
)

/** The senders as each receiver sees them, by primary keys. Hidden senders are missing. */
export async function findSenders(
  db: Reader,
  pairs: readonly SenderPair[],
): Promise<(SenderPair & { gesture: GestureEvent; matched: boolean })[]> {
  if (pairs.length === 0) return []
  const rows = await senders(
    db,
    pairs.map(({ from }) => from),
    pairs.map(({ to }) => to),
  )
  return rows.map(({ from, to, username, photo, url_hash, matched }) => ({
    from,
    to,
    matched,
    gesture: { from: username ?? '', photo, url_hash },
  }))
}

const markNotified = prepared(
  (memberIds: readonly number[]) => sql<SenderPair>`
    update relation r set verify_notified = true
    where r.me = any(${memberIds}::bigint[]) and r.verify_asked_me_ts is not null and not r.verify_notified
    returning r.other as "from", r.me as "to"`,
)

/**
 * Requests to verify photos that the members have not been shown yet; marks them as shown (index
 * relation_verify_asked).
 */
export async function takeVerifyAsks(db: Reader, memberIds: readonly number[]): Promise<SenderPair[]> {
  return memberIds.length === 0 ? [] : markNotified(db, memberIds)
}

const affected = prepared(
  (memberIds: readonly number[], changedIds: readonly number[]) => sql<{ me: number }>`
    select distinct r.me from relation r
    where r.me = any(${memberIds}::bigint[]) and r.other = any(${changedIds}::bigint[])`,
)

/** Members whose counters may include one of the changed members (primary key of relation). */
export async function findAffected(
  db: Reader,
  memberIds: readonly number[],
  changedIds: readonly number[],
): Promise<number[]> {
  if (memberIds.length === 0 || changedIds.length === 0) return []
  return (await affected(db, memberIds, changedIds)).map((row) => row.me)
}

const leaving = prepared(
  (memberIds: readonly number[], now: number) => sql<never>`
    with gone as materialized (
      select member_id from activity where member_id = any(${memberIds}::bigint[]) order by member_id for update
    )
    update activity set left_ts = ${now} from gone where activity.member_id = gone.member_id`,
)

/** Locks rows in the same order as the other writer of `activity`, so that the two cannot deadlock. */
export async function recordLeaving(db: Reader, memberIds: readonly number[], now: number): Promise<void> {
  await leaving(db, memberIds, now)
}

/** One array in one row, because a row per member would cost more than finding them. */
const active = prepared(
  (memberIds: readonly number[], limit: number) => sql<{ ids: number[] | null }>`
    select array_agg(id order by last_active_ts desc, id desc) as ids from (
      select m.id, a.last_active_ts from member m join activity a on a.member_id = m.id
      where m.id = any(${memberIds}::bigint[]) and ${memberIsShown('m')}
      order by a.last_active_ts desc, m.id desc limit ${limit}) found`,
)

/** The active members among these, most recently active first, by primary keys. */
export async function findActive(db: Reader, memberIds: readonly number[], limit: number): Promise<number[]> {
  if (memberIds.length === 0) return []
  const [found] = await active(db, memberIds, limit)
  return found?.ids ?? []
}

/**
 * The open work of staff (indexes photo_awaiting, report_queue, appeal_open, verification_queue). An appeal reopens a
 * case. Cases about staff are not for moderators.
 */
export async function countQueues(
  { db, site }: Pick<Services, 'db' | 'site'>,
  role: Role,
): Promise<StreamEvents['admin']> {
  const isTheirs = role === 'admin' ? sql`true` : sql`member_id not in ${staffIds(site)}`
  const { rows } = await sql<StreamEvents['admin']>`
    select (select count(*) from photo where approved is null) as photos,
      (select count(*) from report where state <> 'closed' and ${isTheirs})
        + (select count(*) from appeal where decided_ts is null and ${isTheirs}) as reports,
      (select count(*) from verification where state = 'waiting') as verifications`.execute(db)
  return rows[0] ?? { photos: 0, reports: 0, verifications: 0 }
}

export async function findTips(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('tip').where('active', '=', true).orderBy('id').select('text').execute()
  return rows.map((row) => row.text)
}
