import { type ListFilter, suits } from '@rosella/contract/browse/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/handle'
import { visibleInRelation, visibleTo } from '../../database/visible-members'
import type { PageWindow } from './page-window'

/** Rows of (id, ts): whom a list names and when. */
export type Found = RawBuilder<{ id: number; ts: number }>

export interface MemberList {
  /** All of the list, in no order. */
  all: Found
  /** A page of it by ts, then id, both descending; read from the end, a page comes the other way round. */
  page(window: PageWindow): Found
}

type RelationFilter = Exclude<ListFilter, 'recent' | 'newest'>
/** Each list of what is between two members has a partial index relation_… on (me, this, other). */
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

export async function findMembers(
  db: Reader,
  viewerId: number,
  filter: ListFilter,
  photosMin: number,
): Promise<MemberList> {
  if (filter !== 'recent' && filter !== 'newest') {
    const all = relatedMembers(viewerId, relationTimes[filter])
    return { all, page: (window) => inOrder(all, window) }
  }
  const viewer = await db
    .selectFrom('member')
    .where('id', '=', viewerId)
    .select(['gender', 'interested'])
    .executeTakeFirst()
  const segments = suitableSegments(viewer?.gender ?? '', viewer?.interested ?? '')
  const each = segments.map((segment) => newestOfSegment(viewerId, segment, photosMin))
  const all = unionAll(each)
  if (filter === 'recent') {
    const recent = recentMembers(viewerId, segments, photosMin)
    return { all, page: (window) => inOrder(recent, window) }
  }
  return { all, page: (window) => inOrder(unionAll(each.map((one) => upTo(one, window))), window) }
}

/** Everyone visible that the relation names. */
function relatedMembers(viewerId: number, time: (typeof relationTimes)[RelationFilter]): Found {
  const ts = sql.ref(`r.${time}`)
  return sql`
    select r.other as id, ${ts} as ts from relation r join member m on m.id = r.other
    where r.me = ${viewerId} and ${ts} is not null and ${visibleInRelation}`
}

interface Segment {
  gender: 'f' | 'm'
  interested: 'm' | 'w' | 'b'
}

/** Two of the six segments suit a viewer who looks for one gender, four one who looks for both. */
function suitableSegments(gender: string, interested: string): Segment[] {
  if (!gender || !interested) return []
  const all = (['f', 'm'] as const).flatMap((theirGender) =>
    (['m', 'w', 'b'] as const).map((theirs): Segment => ({ gender: theirGender, interested: theirs })),
  )
  return all.filter((segment) => suits(interested, segment.gender) && suits(segment.interested, gender))
}

/** A walk along member_newest alone. */
const newestOfSegment = (viewerId: number, { gender, interested }: Segment, photosMin: number): Found => sql`
  select m.id, m.created_ts as ts from member m
  where m.gender = ${gender} and m.interested = ${interested} and ${listed(viewerId, photosMin)}`

/** Along activity_recent, looking each member up until the page is full. */
function recentMembers(viewerId: number, segments: Segment[], photosMin: number): Found {
  const suitable = segments.map(({ gender, interested }) => sql`(${gender}, ${interested})`)
  const suiting =
    segments.length === 0 ? sql`false` : sql`(m.gender, m.interested) in (${sql.join(suitable)})`
  return sql`
    select a.member_id as id, a.last_active_ts as ts from activity a join member m on m.id = a.member_id
    where ${suiting} and ${listed(viewerId, photosMin)}`
}

const listed = (viewerId: number, photosMin: number) =>
  sql`m.approved_photos >= ${photosMin} and m.id <> ${viewerId} and ${visibleTo(viewerId)}`

const inOrder = (found: Found, { size, skip, fromEnd }: PageWindow): Found => {
  const way = fromEnd ? sql`asc` : sql`desc`
  return sql`select id, ts from (${found}) found order by ts ${way}, id ${way} limit ${size} offset ${skip}`
}

/** What a page can need of one segment. Without a limit of its own PostgreSQL sorts the whole segment. */
const upTo = (found: Found, { size, skip, fromEnd }: PageWindow): Found =>
  inOrder(found, { size: skip + size, skip: 0, fromEnd })

const unionAll = (parts: Found[]): Found =>
  parts.length === 0
    ? sql`select null::bigint as id, null::bigint as ts where false`
    : (sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      ) as Found)
