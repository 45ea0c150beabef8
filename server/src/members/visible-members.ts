import { memberStatus } from '@rosella/contract/member/status'
import type { ProblemCode } from '@rosella/contract/problems'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../platform/database/prepared'
import type { Reader, Tx } from '../platform/database/transaction'
import { Problem } from '../platform/problem'
import { hidersFrom, hidesFrom, lockPair, type Pair, type Relation, type Who } from './relation'

type Status = keyof typeof memberStatus

/**
 * Whether a column has one of these statuses. The numbers are literals, because a prepared plan only uses a partial
 * index `where status = …` if the number is not a parameter.
 */
export function hasStatus(column: string, ...statuses: [Status, ...Status[]]): RawBuilder<SqlBool> {
  const [first, ...more] = statuses.map((status) => sql.lit(memberStatus[status]))
  return more.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} in (${sql.join([first, ...more])})`
}

/*
 * The visibility rules. A viewer sees a member if the member is active, neither has blocked the other, the member
 * does not hide from the viewer's address, and, if the member has paused, the two have had contact. Every statement
 * that lists or shows members uses one of these conditions; tests/architecture lists them all. Admins see everyone.
 *
 * Lists of strangers also leave out members who have paused and members the viewer is not interested in.
 */

type Sql = RawBuilder<SqlBool>

/** The part of the rule that is the same for all viewers, on a row of member. */
export const memberIsShown = (member: string): Sql => hasStatus(`${member}.status`, 'active')

/** The same for lists of strangers. */
export const memberIsListed = (member: string): Sql => sql<SqlBool>`
  (${memberIsShown(member)} and ${sql.ref(`${member}.paused`)} is not true)`

/** The part in the viewer's row of relation. A missing row hides nothing. */
export const nothingHidesIn = (relation: string): Sql => sql<SqlBool>`
  ${sql.ref(`${relation}.blocked_ts`)} is null and ${sql.ref(`${relation}.blocked_me`)} is not true`

/** Its opposite, in the form of index relation_blocked. */
const somethingHidesIn = (relation: string): Sql => sql<SqlBool>`
  (${sql.ref(`${relation}.blocked_ts`)} is not null or ${sql.ref(`${relation}.blocked_me`)})`

/** Contact means a like, a rose, a message, or a favourite of the viewer's. The other's favourites are private. */
const somethingIsIn = (relation: string): Sql => {
  const column = (name: keyof Relation) => sql.ref(`${relation}.${name}`)
  return sql<SqlBool>`
    (num_nonnulls(${column('sent_like_ts')}, ${column('received_like_ts')}, ${column('sent_rose_ts')},
      ${column('received_rose_ts')}, ${column('favorited_ts')}) > 0 or coalesce(${column('messages')}, 0) > 0)`
}
const isSomethingIn = (mine: Relation): boolean =>
  mine.messages > 0 ||
  [
    mine.sent_like_ts,
    mine.received_like_ts,
    mine.sent_rose_ts,
    mine.received_rose_ts,
    mine.favorited_ts,
  ].some((ts) => ts !== null)

/** The whole rule, for a query that joins the member and the viewer's relation to them. */
export const visibleInRelation = (viewer: Who, member = 'm', relation = 'r'): Sql => {
  const id = sql.ref(`${member}.id`)
  return sql<SqlBool>`
    (${memberIsShown(member)} and ${nothingHidesIn(relation)} and not ${hidesFrom(id, viewer)}
      and (not ${sql.ref(`${member}.paused`)} or ${id} = ${viewer} or ${somethingIsIn(relation)}))`
}

/** Members the viewer has blocked, while they are active. The viewer sees nothing else of them. */
export const blockedInRelation = (member = 'm', relation = 'r'): Sql => sql<SqlBool>`
  (${memberIsShown(member)} and ${sql.ref(`${relation}.blocked_ts`)} is not null)`

/** Members visible to the viewer, plus members the viewer has blocked, whatever their status is now. */
export const knownInRelation = (viewer: Who, member = 'm', relation = 'r'): Sql => sql<SqlBool>`
  (${visibleInRelation(viewer, member, relation)} or ${sql.ref(`${relation}.blocked_ts`)} is not null)`

/**
 * The ids that lists of strangers leave out for a member because of a block or "not interested" (indexes
 * relation_blocked, relation_not_interested). The member may have 100,000.
 */
export const unlistedByRelation = (member: Who): RawBuilder<{ other: number }> => sql<{ other: number }>`
  select b.other from relation b where b.me = ${member} and ${somethingHidesIn('b')}
  union all select b.other from relation b where b.me = ${member} and b.not_interested_ts is not null`

/**
 * Reads the blocks of each viewer (index relation_blocked) and returns those among the ids, because a viewer may have
 * 100,000. `+ 0` keeps the planner from looking up every pair in the primary key instead.
 */
const hidden = prepared(
  (memberIds: readonly number[], ids: readonly number[]) => sql<{ me: number; other: number }>`
    select b.me, b.other from relation b where b.me = any(${memberIds}::bigint[]) and ${somethingHidesIn('b')}
      and b.other + 0 = any(${ids}::bigint[])
    union all
    select known.member_id, k.member_id from account known join people_i_know k on k.address_hash = known.email_hash
    where known.member_id = any(${memberIds}::bigint[]) and k.member_id + 0 = any(${ids}::bigint[])`,
)
const unlisted = prepared(
  (memberIds: readonly number[]) => sql<{ me: number; other: number }>`
    select m.id as me, l.other from member m
    cross join lateral (${unlistedByRelation(sql.ref('m.id'))} union all ${hidersFrom(sql.ref('m.id'))}) l
    where m.id = any(${memberIds}::bigint[])`,
)
const pausedAmong = prepared(
  (memberIds: readonly number[], ids: readonly number[]) => sql<{ me: number; other: number }>`
    select v.id as me, m.id as other from member m
    cross join unnest(${memberIds}::bigint[]) v (id)
    left join relation r on r.me = v.id and r.other = m.id
    where m.id = any(${ids}::bigint[]) and m.paused and not ${somethingIsIn('r')}`,
)

type Others = Map<number, Set<number>>

function collect(rows: readonly { me: number; other: number }[]): Others {
  const found: Others = new Map()
  for (const { me, other } of rows) found.set(me, (found.get(me) ?? new Set()).add(other))
  return found
}

/** By viewer: which of these active members they may not see. */
export async function findHidden(
  db: Reader,
  viewerIds: readonly number[],
  among: readonly number[],
): Promise<Others> {
  if (viewerIds.length === 0 || among.length === 0) return new Map()
  return collect([...(await hidden(db, viewerIds, among)), ...(await pausedAmong(db, viewerIds, among))])
}

/** By member: the ids that lists of strangers leave out. Paused members are in no such list anyway. */
export async function findUnlisted(db: Reader, memberIds: readonly number[]): Promise<Others> {
  return memberIds.length === 0 ? new Map() : collect(await unlisted(db, memberIds))
}

const isVisiblePair = ({ mine, otherStatus, otherPaused, hidesFromMe }: Pair): boolean =>
  otherStatus === memberStatus.active &&
  mine.blocked_ts === null &&
  !mine.blocked_me &&
  !hidesFromMe &&
  (!otherPaused || isSomethingIn(mine))

/**
 * Locks a pair for writing. A member the viewer may not see is refused like one who does not exist. A concurrent block
 * takes effect entirely before or after.
 */
export async function lockVisiblePair(
  tx: Tx,
  viewerId: number,
  otherId: number,
  refusal: ProblemCode = 'no-user',
): Promise<Pair> {
  const pair = await lockPair(tx, viewerId, otherId)
  if (!pair || !isVisiblePair(pair)) throw new Problem(refusal)
  return pair
}

/** The same, but ignores the viewer's own block, for unblocking and reporting. */
export async function lockKnownPair(tx: Tx, viewerId: number, otherId: number): Promise<Pair> {
  const pair = await lockPair(tx, viewerId, otherId)
  if (!pair || !(isVisiblePair(pair) || pair.mine.blocked_ts !== null)) throw new Problem('no-user')
  return pair
}

/**
 * Whether member `v` with account `a` is in stealth mode. Stealth is a Premium feature, so it pauses while the member
 * has no Premium.
 */
export const inStealth = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (a.stealth_mode and v.premium and (v.premium_until_ts is null or v.premium_until_ts > ${now}))`
