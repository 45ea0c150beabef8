import { type Selectable, sql } from 'kysely'
import { isWarned, isWarnedOfPictures } from '../../members/contact-rules'
import type { Home } from '../../members/shown-place'
import { hasStatus, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Tables } from '../../platform/database/tables'
import type { Reader } from '../../platform/database/transaction'
import { isPremium } from '../../platform/http/viewer'

export type MessageRow = Selectable<Tables['message']>

const fields = [
  'id',
  'sender_id',
  'receiver_id',
  'text',
  'ts',
  'read_ts',
  'removed_by_receiver',
  'client_id',
  'sender_reaction',
  'receiver_reaction',
] as const satisfies readonly (keyof MessageRow)[]

export const messageFields = (table: string) => sql.join(fields.map((field) => sql.ref(`${table}.${field}`)))

/** A viewer and the member they view. */
export interface ViewerPair {
  me: number
  other: number
}

export type PartnerRow = ViewerPair &
  SummaryRow & { photo_sizes: boolean; unread: number; scam_warning: boolean; pictures_warning: boolean }

const fromVisiblePairs = (mine: number[], others: number[]) => sql`
  from unnest(${mine}::bigint[], ${others}::bigint[]) as p(me, other)
  join member m on m.id = p.other
  join member v on v.id = p.me and ${hasStatus('v.status', 'active')}
  left join relation r on r.me = p.me and r.other = p.other
  where ${visibleInRelation(sql.ref('p.me'))}`

const visible = prepared(
  (mine: number[], others: number[]) =>
    sql<ViewerPair>`select p.me, p.other ${fromVisiblePairs(mine, others)}`,
)

const partners = prepared(
  (mine: number[], others: number[]) => sql<PartnerRow>`
    select p.me, p.other, m.url_hash, m.username, m.photo, m.birthday, m.country, m.city, m.town_hidden,
      exists (select from photo ph where ph.name = m.photo and ph.has_sizes) as photo_sizes,
      m.approved_photos, m.ndp, m.verified_ts, r.favorited_ts, r.received_like_ts, r.matched_ts, r.received_roses, r.messages,
      (select count(*)::int from message t
        where t.receiver_id = p.me and t.sender_id = p.other and t.read_ts is null and not t.removed_by_receiver) as unread,
      ${isWarned(sql`p.me`, sql`p.other`)} as scam_warning,
      ${isWarnedOfPictures(sql`p.me`, sql`p.other`)} as pictures_warning
    ${fromVisiblePairs(mine, others)}`,
)

/**
 * For many pairs together, by primary keys: each partner as the viewer sees them. Partners hidden from the viewer are
 * missing (see visible-members).
 */
export const findPartners = (db: Reader, viewerPairs: readonly ViewerPair[]): Promise<PartnerRow[]> =>
  findBy(partners, db, viewerPairs)

/** The pairs in which the first member sees the second. */
export const findVisible = (db: Reader, viewerPairs: readonly ViewerPair[]): Promise<ViewerPair[]> =>
  findBy(visible, db, viewerPairs)

async function findBy<Row>(
  find: (db: Reader, mine: number[], others: number[]) => Promise<Row[]>,
  db: Reader,
  viewerPairs: readonly ViewerPair[],
): Promise<Row[]> {
  if (viewerPairs.length === 0) return []
  return find(
    db,
    viewerPairs.map(({ me }) => me),
    viewerPairs.map(({ other }) => other),
  )
}

const receipts = prepared(
  (memberIds: number[]) => sql<{ id: number; premium: boolean; premium_until_ts: number | null }>`
    select m.id, m.premium, m.premium_until_ts from account a join member m on m.id = a.member_id
    where a.member_id = any(${memberIds}::bigint[]) and a.read_receipts`,
)

/** The members who may see whether their messages were read. */
export async function findReceipts(db: Reader, memberIds: number[], now: number): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set()
  const rows = await receipts(db, memberIds)
  return new Set(rows.filter((row) => isPremium(row, now)).map((row) => row.id))
}

const messages = prepared(
  (ids: number[]) => sql<MessageRow>`
    select ${messageFields('message')} from message where id = any(${ids}::bigint[])`,
)

export async function findMessages(db: Reader, ids: number[]): Promise<Map<number, MessageRow>> {
  if (ids.length === 0) return new Map()
  const rows = await messages(db, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A member and the viewer's relation to them. */
export interface SummaryRow extends Home {
  other: number
  url_hash: string
  username: string | null
  photo: string | null
  birthday: string | null
  approved_photos: number
  ndp: number
  favorited_ts: number | null
  received_like_ts: number | null
  matched_ts: number | null
  received_roses: number | null
  messages: number | null
  verified_ts: number | null
}
