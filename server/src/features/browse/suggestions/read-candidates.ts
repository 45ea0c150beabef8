import { sql } from 'kysely'
import { memberFacts } from '../../../members/member-facts'
import { findUnlisted, memberIsListed, memberIsShown } from '../../../members/visible-members'
import type { Reader } from '../../../platform/database/transaction'
import { factColumns } from '../../../search-index/member-index'
import { type CandidateFacts, CandidateTable, SEEN_LATELY_DAYS } from './matching/candidate-table'
import type { KnownRelations } from './matching/find-candidates'
import { weights } from './matching/weights'

const DAY = 86_400
/** Members who have been inactive for longer are not suggested. */
const LONGEST_ABSENCE = 90 * DAY
/** Members active within this time get suggestions in advance, others when they open the page. */
export const RECENTLY_ACTIVE = 30 * DAY
/** Rates are computed from this many days, and nobody is suggested again within AGAIN_AFTER_DAYS. */
export const RATE_DAYS = 60
export const AGAIN_AFTER_DAYS = 30

const CHUNK = 2000

export interface CandidateRequest {
  now: number
  /** In the site's time zone. */
  day: string
  photosMin: number
}

/** Members who may take part, as viewer or as candidate. */
const takesPart = sql`${memberIsListed('f')} and not m.no_suggestions`

type CandidateRow = CandidateFacts & { enough_photos: boolean; has_picks: boolean }
type Candidate = CandidateFacts & { has_picks: boolean }

/** The given members who take part. */
async function readMembers(
  db: Reader,
  ids: readonly number[],
  { now, day, photosMin }: CandidateRequest,
): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    select ${factColumns}, f.approved_photos >= ${photosMin} as enough_photos,
      exists (select from suggestion s where s.member_id = f.id and s.day = ${day}::date and s.others <> '{}') as has_picks,
      coalesce(i.shown, 0) as shown, coalesce(i.liked, 0) as liked, coalesce(i.saw, 0) as saw, coalesce(i.sent, 0) as sent,
      coalesce(i.seen_week, 0) as seen_week, coalesce(i.seen_lately, 0) as seen_lately, coalesce(i.picked, 0) as picked,
      coalesce(i.expected, 0) as expected
    from ${memberFacts} f join member m on m.id = f.id
    left join (
      select member_id, sum(shown)::int as shown, sum(liked)::int as liked, sum(saw)::int as saw, sum(sent)::int as sent,
        sum(shown) filter (where surface = 'for-you' and day > ${day}::date - 7)::int as seen_week,
        sum(shown) filter (where surface = 'for-you' and day > ${day}::date - ${SEEN_LATELY_DAYS}::int)::int as seen_lately,
        sum(picked) filter (where day = ${day}::date)::int as picked,
        sum(expected) filter (where day = ${day}::date)::float as expected
      from impression where member_id = any(${ids}::bigint[]) and day > ${day}::date - ${RATE_DAYS}::int
      group by member_id) i on i.member_id = f.id
    where f.id = any(${ids}::bigint[]) and ${takesPart} order by f.id`.execute(db)
  return rows.map(({ enough_photos, ...row }) => ({
    ...row,
    suggestable: enough_photos && row.active_ts > now - LONGEST_ABSENCE,
  }))
}

/** Only these members, for assignNow. */
export async function readCandidateTable(
  db: Reader,
  ids: readonly number[],
  request: CandidateRequest,
): Promise<CandidateTable> {
  const members = await readMembers(db, ids, request)
  const table = new CandidateTable(members.length, weights, request.now)
  for (const member of members) table.add(member)
  return table
}

/**
 * Everyone who takes part, read in small chunks, and the recently active viewers among them without picks for today.
 */
export async function readFullCandidateTable(
  db: Reader,
  request: CandidateRequest,
  yieldToEventLoop: () => Promise<void>,
): Promise<{ table: CandidateTable; viewers: number[] }> {
  const ids: number[] = []
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select f.id from ${memberFacts} f where f.id > ${last} and ${memberIsShown('f')}
        and f.active_ts > ${request.now - LONGEST_ABSENCE} order by f.id limit ${CHUNK * 5}`.execute(db)
    for (const { id } of rows) ids.push(id)
    last = rows.at(-1)?.id ?? last
    if (rows.length < CHUNK * 5) break
    await yieldToEventLoop()
  }
  const viewers: number[] = []
  const table = new CandidateTable(ids.length, weights, request.now)
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const member of await readMembers(db, ids.slice(at, at + CHUNK), request)) {
      const slot = table.add(member)
      if (!member.has_picks && member.active_ts > request.now - RECENTLY_ACTIVE) viewers.push(slot)
      await yieldToEventLoop()
    }
  }
  return { table, viewers }
}

interface Pair {
  me: number
  other: number
}

type RelationsByMember = Map<
  number,
  { never: Set<number>; recent: Set<number>; likedMe: number[]; passedMe: Set<number> }
>

/** Few enough that collecting a month of their suggestions does not block the event loop. */
const KNOWN_CHUNK = 50

/** The relations of each of these members to others. */
export async function readKnown(
  db: Reader,
  ids: readonly number[],
  request: CandidateRequest,
  yieldToEventLoop: () => Promise<void>,
): Promise<ReadonlyMap<number, KnownRelations>> {
  const found: RelationsByMember = new Map()
  for (let at = 0; at < ids.length; at += KNOWN_CHUNK) {
    for (const [id, known] of await readKnownOf(db, ids.slice(at, at + KNOWN_CHUNK), request))
      found.set(id, known)
    await yieldToEventLoop()
  }
  return found
}

/** The suggestions of the last 30 days, without lists that their member never opened. */
const openedBefore = (day: string) => sql`suggestion s
  join impression i on i.member_id = s.member_id and i.day = s.day and i.surface = 'for-you' and i.saw > 0
  where s.day > ${day}::date - ${AGAIN_AFTER_DAYS}::int and s.day < ${day}::date`

async function readKnownOf(
  db: Reader,
  ids: readonly number[],
  { now, day }: CandidateRequest,
): Promise<RelationsByMember> {
  const hidden = await findUnlisted(db, ids)
  const found: RelationsByMember = new Map(
    ids.map((id) => [
      id,
      { never: new Set(hidden.get(id)), recent: new Set(), likedMe: [], passedMe: new Set() },
    ]),
  )
  // A like long ago without an answer counts like an earlier suggestion.
  const { rows: pairs } = await sql<Pair & { is_mine: boolean; long_ago: boolean }>`
    select r.me, r.other, r.sent_like_ts is not null or r.matched_ts is not null or r.messages > 0 or r.closed_to_me
        as is_mine,
      r.matched_ts is null and r.messages = 0 and not r.closed_to_me
        and r.sent_like_ts <= ${now - AGAIN_AFTER_DAYS * DAY} as long_ago
    from relation r where r.me = any(${ids}::bigint[]) and (r.sent_like_ts is not null or r.matched_ts is not null
      or r.messages > 0 or r.closed_to_me or r.received_like_ts is not null)
    order by r.received_like_ts desc nulls last`.execute(db)
  for (const { me, other, is_mine, long_ago } of pairs) {
    const known = found.get(me)
    if (!is_mine) known?.likedMe.push(other)
    else known?.[long_ago ? 'recent' : 'never'].add(other)
  }
  const opened = openedBefore(day)
  const { rows: days } = await sql<{ me: number; others: number[] }>`
    select s.member_id as me, s.others from ${opened} and s.member_id = any(${ids}::bigint[])`.execute(db)
  for (const { me, others } of days) for (const other of others) found.get(me)?.recent.add(other)
  const { rows: seenBy } = await sql<{ other: number; others: number[] }>`
    select s.member_id as other, s.others from ${opened} and s.others && ${ids}::bigint[]`.execute(db)
  for (const { other, others } of seenBy) for (const me of others) found.get(me)?.passedMe.add(other)
  for (const { likedMe, passedMe } of found.values()) for (const other of likedMe) passedMe.delete(other)
  return found
}
