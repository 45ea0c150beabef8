import { type ListFilter, type lists, NEW_FOR_SECONDS, PAGE_SIZE } from '@rosella/contract/browse/rules'
import type { MemberCard } from '@rosella/contract/browse/shapes'
import { ageAt } from '@rosella/contract/member/rules'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { shownBand, shownCity } from '../../members/shown-place'
import { memberIsListed, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Tables } from '../../platform/database/tables'
import type { Reader } from '../../platform/database/transaction'
import { isPremium } from '../../platform/http/viewer'
import { type PairAgreement, presentAgreement } from '../../search-index/answers'
import type { Entry } from '../../search-index/request'
import type { Finder } from './find-members'

type Member = Selectable<Tables['member']>
type Profile = Selectable<Tables['profile']>
type Relation = Selectable<Tables['relation']>
type MemberField =
  | 'id'
  | 'url_hash'
  | 'username'
  | 'photo'
  | 'birthday'
  | 'country'
  | 'city'
  | 'latitude'
  | 'longitude'
  | 'town_hidden'
  | 'created_ts'
  | 'premium'
  | 'premium_until_ts'
  | 'approved_photos'
  | 'ndp'
  | 'verified_ts'
type RelationField =
  | 'favorited_ts'
  | 'sent_like_ts'
  | 'received_like_ts'
  | 'matched_ts'
  | 'received_roses'
  | 'sent_roses'
  | 'messages'

export type CardRow = Pick<Member, MemberField> &
  Pick<Profile, 'tagline'> & { [K in RelationField]: Relation[K] | null } & {
    /** The time that the list sorts by. */
    ts: number
    photo_sizes: boolean
    photo_preview: string | null
    /** The viewer's home. */
    home_latitude: number | null
    home_longitude: number | null
    /** Both sides' tags, with the option `withTags`. */
    tags?: string[]
    own_tags?: string[]
  }

const cardFields = sql`
  m.id, m.url_hash, m.username, m.photo, m.birthday, m.country, m.city, m.latitude, m.longitude, m.town_hidden,
  v.latitude as home_latitude, v.longitude as home_longitude, m.created_ts, m.premium, m.premium_until_ts,
  m.approved_photos, m.ndp, m.verified_ts, ph.has_sizes is true as photo_sizes, ph.thumbhash as photo_preview, p.tagline, r.favorited_ts, r.sent_like_ts, r.received_like_ts, r.matched_ts,
  r.received_roses, r.sent_roses, r.messages, page.ts`

const cardsWith = (more: RawBuilder<unknown>, join: RawBuilder<unknown>) =>
  prepared(
    (viewerId: number, ids: number[], times: number[], photosMin: number) => sql<CardRow>`
      select ${cardFields} ${more}
      from unnest(${ids}::bigint[], ${times}::bigint[]) with ordinality page (id, ts, place)
      join member m on m.id = page.id join profile p on p.member_id = m.id
      left join photo ph on ph.name = m.photo
      join member v on v.id = ${viewerId}
      left join relation r on r.me = v.id and r.other = page.id ${join}
      where ${memberIsListed('m')} and ${visibleInRelation(sql.ref('v.id'))}
        and r.not_interested_ts is null and m.approved_photos >= ${photosMin}
      order by page.place`,
  )
const cards = {
  plain: cardsWith(sql``, sql``),
  withTags: cardsWith(sql`, p.tags, own.tags as own_tags`, sql`join profile own on own.member_id = v.id`),
}

/**
 * The cards of these members, by primary key, in the given order, without members the viewer may no longer see or is no
 * longer interested in.
 */
export const readCards = (
  db: Reader,
  viewerId: number,
  entries: readonly Entry[],
  { photosMin, withTags = false }: { photosMin: number; withTags?: boolean },
): Promise<CardRow[]> =>
  cards[withTags ? 'withTags' : 'plain'](
    db,
    viewerId,
    entries.map(({ id }) => id),
    entries.map(({ ts }) => ts),
    photosMin,
  )

export type RelationFilter = Exclude<ListFilter, 'recent' | 'newest'>
/** Each of these lists has a partial index relation_… on (me, this column, other). */
const relationTimes = {
  favorites: 'favorited_ts',
  'likes-received': 'received_like_ts',
  matched: 'matched_ts',
  'likes-sent': 'sent_like_ts',
  'roses-received': 'received_rose_ts',
  'roses-sent': 'sent_rose_ts',
  'viewed-me': 'viewed_me_ts',
  viewed: 'viewed_ts',
} as const satisfies Record<RelationFilter, string>

const relationPage = (time: string) => {
  const ts: RawBuilder<number> = sql.ref(`r.${time}`)
  return prepared(
    (viewerId: number, p: number) => sql<CardRow & { pages: number }>`
      with found as materialized (
        select r.other as id, ${ts} as ts from relation r join member m on m.id = r.other
        where r.me = ${viewerId} and ${ts} is not null and ${visibleInRelation(viewerId)}
      ), counted as (
        select (count(*) + ${sql.lit(PAGE_SIZE - 1)}) / ${sql.lit(PAGE_SIZE)} as pages from found
      ), page as (
        select id, ts from found order by ts desc, id desc limit ${sql.lit(PAGE_SIZE)}
        offset (select greatest(least(${p}, pages) - 1, 0) * ${sql.lit(PAGE_SIZE)} from counted)
      )
      select ${cardFields}, counted.pages
      from page cross join counted join member m on m.id = page.id
      join profile p on p.member_id = m.id join member v on v.id = ${viewerId}
      left join photo ph on ph.name = m.photo
      join relation r on r.me = ${viewerId} and r.other = page.id
      order by page.ts desc, page.id desc`,
  )
}
const relationPages = Object.fromEntries(
  Object.entries(relationTimes).map(([filter, time]) => [filter, relationPage(time)]),
) as Record<RelationFilter, ReturnType<typeof relationPage>>

/** A page of the visible members in a relation, and the number of pages. After the end, it returns the last page. */
export async function readRelationPage(
  db: Reader,
  viewerId: number,
  filter: RelationFilter,
  p: number,
): Promise<{ pages: number; rows: CardRow[] }> {
  const rows = await relationPages[filter](db, viewerId, p)
  return { pages: rows[0]?.pages ?? 0, rows }
}

/** The field for the time-ago label of a list. */
export type AgoField = (typeof lists)[keyof typeof lists]['ago']

/** The rows as cards, each with its agreement with the viewer. */
export function presentCards(
  { memberIndex }: Pick<Finder, 'memberIndex'>,
  viewerId: number,
  rows: readonly CardRow[],
  { ago, now }: { ago: AgoField; now: number },
): MemberCard[] {
  const agreementWith = memberIndex.answers.between(
    viewerId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentCard(row, ago, now, agreementWith(row.id)))
}

const presentCard = (
  row: CardRow,
  ago: AgoField,
  now: number,
  agreement: PairAgreement | null,
): MemberCard => ({
  id: row.id,
  url_hash: row.url_hash,
  username: row.username ?? '',
  photo: row.photo,
  photo_sizes: row.photo_sizes,
  photo_preview: row.photo_preview,
  age: row.birthday === null ? 0 : ageAt(row.birthday, now),
  city: shownCity(row) ?? '',
  band: shownBand(row),
  tagline: row.tagline,
  is_new: row.created_ts > now - NEW_FOR_SECONDS,
  premium: isPremium(row, now),
  verified: row.verified_ts !== null,
  verified_ts: row.verified_ts,
  sent_like: row.sent_like_ts !== null,
  favorited: row.favorited_ts !== null,
  received_like: row.received_like_ts !== null,
  matched: row.matched_ts !== null,
  received_roses: row.received_roses ?? 0,
  sent_roses: row.sent_roses ?? 0,
  chat_messages: row.messages ?? 0,
  approved_photos: row.approved_photos,
  ndp: row.ndp,
  ...presentAgreement(agreement),
  [ago]: row.ts,
  ...(row.tags && { shared_tags: row.tags.filter((tag) => row.own_tags?.includes(tag)).sort() }),
})
