import { type ListFilter, suits } from '@rosella/contract/browse/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/handle'
import { visibleTo } from '../../database/visible-members'

/** Rows of (id, ts): whom a list names and when. The order is ts, then id, both descending. */
type Found = RawBuilder<{ id: number; ts: number }>

export interface MemberList {
  rows: Found
  /** As many rows as `rows` has, found without their order. */
  counted: Found
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
    const related = relatedMembers(viewerId, relationTimes[filter])
    return { rows: related, counted: related }
  }
  const viewer = await db
    .selectFrom('member')
    .where('id', '=', viewerId)
    .select(['gender', 'interested'])
    .executeTakeFirst()
  const segments = suitableSegments(viewer?.gender ?? '', viewer?.interested ?? '')
  const newest = newestMembers(viewerId, segments, photosMin)
  return {
    rows: filter === 'newest' ? newest : recentMembers(viewerId, segments, photosMin),
    counted: newest,
  }
}

/** Everyone visible that the relation names. */
function relatedMembers(viewerId: number, time: (typeof relationTimes)[RelationFilter]): Found {
  const ts = sql.ref(`r.${time}`)
  return sql`
    select r.other as id, ${ts} as ts from relation r join member m on m.id = r.other
    where r.me = ${viewerId} and ${ts} is not null and ${visibleTo(viewerId)}`
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

/** Each segment is a walk along member_newest alone; their merge keeps the order without sorting. */
function newestMembers(viewerId: number, segments: Segment[], photosMin: number): Found {
  if (segments.length === 0) return nobody
  return sql.join(
    segments.map(
      ({ gender, interested }) => sql`
        select m.id, m.created_ts as ts from member m
        where m.gender = ${gender} and m.interested = ${interested}
          and ${listed(viewerId, photosMin)}`,
    ),
    sql` union all `,
  ) as Found
}

/** Along activity_recent, looking each member up until the page is full. */
function recentMembers(viewerId: number, segments: Segment[], photosMin: number): Found {
  if (segments.length === 0) return nobody
  const suitable = segments.map(({ gender, interested }) => sql`(${gender}, ${interested})`)
  return sql`
    select a.member_id as id, a.last_active_ts as ts from activity a join member m on m.id = a.member_id
    where (m.gender, m.interested) in (${sql.join(suitable)}) and ${listed(viewerId, photosMin)}`
}

const listed = (viewerId: number, photosMin: number) =>
  sql`m.approved_photos >= ${photosMin} and m.id <> ${viewerId} and ${visibleTo(viewerId)}`

const nobody: Found = sql`select m.id, m.created_ts as ts from member m where false`
