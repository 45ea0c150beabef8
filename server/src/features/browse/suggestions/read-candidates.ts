import { sql } from 'kysely'
import { memberFacts } from '../../../members/member-facts'
import { findUnlisted, memberIsListed, memberIsShown } from '../../../members/visible-members'
import type { Reader } from '../../../platform/database/transaction'
import { factColumns } from '../../../search-index/member-index'
import type { Known } from './matching/candidates'
import { Roster, type RosterMember, SEEN_LATELY_DAYS } from './matching/roster'
import { weights } from './matching/weights'

const DAY = 86_400
/** Longer away than this, and nobody is suggested them. */
const LONGEST_AWAY = 90 * DAY
/** Whoever was here lately has suggestions ready; the others get theirs when they come. */
export const LATELY = 30 * DAY
/** Days that rates are taken from, and for which nobody is suggested twice. */
export const RATE_DAYS = 60
export const AGAIN_AFTER_DAYS = 30

const CHUNK = 2000

export interface RosterRequest {
  now: number
  /** Of the site's time zone. */
  day: string
  photosMin: number
}

/** What the market needs of a member besides facts: who may take part at all, on either side. */
const takesPart = sql`${memberIsListed('f')} and not m.no_suggestions`

type Read = RosterMember & { enough_photos: boolean; has_picks: boolean }
type Member = RosterMember & { has_picks: boolean }

/** Those of the ids who take part. */
async function readMembers(
  db: Reader,
  ids: readonly number[],
  { now, day, photosMin }: RosterRequest,
): Promise<Member[]> {
  const { rows } = await sql<Read>`
    select ${factColumns}, f.approved_photos >= ${photosMin} as enough_photos,
      exists (select from suggestion s where s.member_id = f.id and s.day = ${day}::date) as has_picks,
      coalesce(i.shown, 0) as shown, coalesce(i.liked, 0) as liked, coalesce(i.saw, 0) as saw, coalesce(i.sent, 0) as sent,
      coalesce(i.seen_week, 0) as seen_week, coalesce(i.seen_lately, 0) as seen_lately, coalesce(i.picked, 0) as picked
    from ${memberFacts} f join member m on m.id = f.id
    left join (
      select member_id, sum(shown)::int as shown, sum(liked)::int as liked, sum(saw)::int as saw, sum(sent)::int as sent,
        sum(shown) filter (where surface = 'for-you' and day > ${day}::date - 7)::int as seen_week,
        sum(shown) filter (where surface = 'for-you' and day > ${day}::date - ${SEEN_LATELY_DAYS}::int)::int as seen_lately,
        sum(picked) filter (where day = ${day}::date)::int as picked
      from impression where member_id = any(${ids}::bigint[]) and day > ${day}::date - ${RATE_DAYS}::int
      group by member_id) i on i.member_id = f.id
    where f.id = any(${ids}::bigint[]) and ${takesPart} order by f.id`.execute(db)
  return rows.map(({ enough_photos, ...row }) => ({
    ...row,
    suggestable: enough_photos && row.active_ts > now - LONGEST_AWAY,
  }))
}

/** These members alone, for one who cannot wait until tomorrow. */
export async function readSmallRoster(
  db: Reader,
  ids: readonly number[],
  request: RosterRequest,
): Promise<Roster> {
  const members = await readMembers(db, ids, request)
  const roster = new Roster(members.length, weights, request.now)
  for (const member of members) roster.add(member)
  return roster
}

/**
 * Everybody who takes part, in small bites, and who of them was here lately and has nothing for today; `turn` lets others
 * go on in between.
 */
export async function readWholeRoster(
  db: Reader,
  request: RosterRequest,
  turn: () => Promise<void>,
): Promise<{ roster: Roster; waiting: number[] }> {
  const ids: number[] = []
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select f.id from ${memberFacts} f where f.id > ${last} and ${memberIsShown('f')}
        and f.active_ts > ${request.now - LONGEST_AWAY} order by f.id limit ${CHUNK * 5}`.execute(db)
    for (const { id } of rows) ids.push(id)
    last = rows.at(-1)?.id ?? last
    if (rows.length < CHUNK * 5) break
    await turn()
  }
  const waiting: number[] = []
  const roster = new Roster(ids.length, weights, request.now)
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const member of await readMembers(db, ids.slice(at, at + CHUNK), request)) {
      const slot = roster.add(member)
      if (!member.has_picks && member.active_ts > request.now - LATELY) waiting.push(slot)
      await turn()
    }
  }
  return { roster, waiting }
}

interface Pair {
  me: number
  other: number
}

type KnownByMember = Map<
  number,
  { never: Set<number>; lately: Set<number>; likedMe: number[]; passedMe: Set<number> }
>

/** So few at a time that putting together a month of their suggestions holds nobody up. */
const KNOWN_CHUNK = 50

/** What is between each of these members and others. */
export async function readKnown(
  db: Reader,
  ids: readonly number[],
  request: RosterRequest,
  turn: () => Promise<void>,
): Promise<ReadonlyMap<number, Known>> {
  const found: KnownByMember = new Map()
  for (let at = 0; at < ids.length; at += KNOWN_CHUNK) {
    for (const [id, known] of await readKnownOf(db, ids.slice(at, at + KNOWN_CHUNK), request))
      found.set(id, known)
    await turn()
  }
  return found
}

/** A list that its member never opened suggested nobody to them. */
const openedBefore = (day: string) => sql`suggestion s
  join impression i on i.member_id = s.member_id and i.day = s.day and i.surface = 'for-you' and i.saw > 0
  where s.day > ${day}::date - ${AGAIN_AFTER_DAYS}::int and s.day < ${day}::date`

async function readKnownOf(
  db: Reader,
  ids: readonly number[],
  { now, day }: RosterRequest,
): Promise<KnownByMember> {
  const hidden = await findUnlisted(db, ids)
  const found: KnownByMember = new Map(
    ids.map((id) => [
      id,
      { never: new Set(hidden.get(id)), lately: new Set(), likedMe: [], passedMe: new Set() },
    ]),
  )
  // One who was liked long ago and never answered is as good as one suggested before.
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
    else known?.[long_ago ? 'lately' : 'never'].add(other)
  }
  const opened = openedBefore(day)
  const { rows: days } = await sql<{ me: number; others: number[] }>`
    select s.member_id as me, s.others from ${opened} and s.member_id = any(${ids}::bigint[])`.execute(db)
  for (const { me, others } of days) for (const other of others) found.get(me)?.lately.add(other)
  const { rows: looks } = await sql<{ other: number; others: number[] }>`
    select s.member_id as other, s.others from ${opened} and s.others && ${ids}::bigint[]`.execute(db)
  for (const { other, others } of looks) for (const me of others) found.get(me)?.passedMe.add(other)
  for (const { likedMe, passedMe } of found.values()) for (const other of likedMe) passedMe.delete(other)
  return found
}
