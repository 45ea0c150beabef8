import { memberStatus } from '@rosella/contract/member/status'
import type { ProblemCode } from '@rosella/contract/problems'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { Problem } from '../domain/problem'
import { hasStatus } from './has-status'
import { prepared } from './prepared'
import { lockPair, type Pair } from './relation'
import type { Reader, Tx } from './transaction'

/*
 * Who may see whom, on every surface: a member is shown while they are active, and to a viewer while no block stands
 * between the two, whoever set it. Every statement that lists or shows people says so with one of these, and nothing
 * else does; tests/architecture names them all. Admins see everyone and do not ask.
 */

type Sql = RawBuilder<SqlBool>

/** The half of the rule that is the same whoever looks, over a row of member. */
export const memberIsShown = (member: string): Sql => hasStatus(`${member}.status`, 'active')

/** The other half, over the viewer's row of relation; where there is none, nothing is between them. */
export const nothingHidesIn = (relation: string): Sql => sql<SqlBool>`
  ${sql.ref(`${relation}.blocked_ts`)} is null and ${sql.ref(`${relation}.blocked_me`)} is not true`

/** Its opposite, as index relation_blocked has it. */
const somethingHidesIn = (relation: string): Sql => sql<SqlBool>`
  (${sql.ref(`${relation}.blocked_ts`)} is not null or ${sql.ref(`${relation}.blocked_me`)})`

/** The whole rule, where a query has joined the member and the viewer's relation to them. */
export const visibleInRelation = (member = 'm', relation = 'r'): Sql => sql<SqlBool>`
  (${memberIsShown(member)} and ${nothingHidesIn(relation)})`

/** Whom the viewer has blocked: they find nothing of them but that, while the member is shown at all. */
export const blockedInRelation = (member = 'm', relation = 'r'): Sql => sql<SqlBool>`
  (${memberIsShown(member)} and ${sql.ref(`${relation}.blocked_ts`)} is not null)`

/** Whom the viewer may see, and whom their own block hides, whatever the status of those is by now. */
export const knownInRelation = (member = 'm', relation = 'r'): Sql => sql<SqlBool>`
  (${visibleInRelation(member, relation)} or ${sql.ref(`${relation}.blocked_ts`)} is not null)`

/** The ids that are hidden from a member, as an array; they are few. */
export const hiddenFrom = (member: Expression<number>): RawBuilder<number[]> => sql<number[]>`
  array(select b.other from relation b where b.me = ${member} and ${somethingHidesIn('b')})`

const hidden = prepared(
  (memberIds: readonly number[]) => sql<{ me: number; other: number }>`
    select b.me, b.other from relation b where b.me = any(${memberIds}::bigint[]) and ${somethingHidesIn('b')}`,
)

/** The same for many members at once. */
export async function findHidden(
  db: Reader,
  memberIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>()
  if (memberIds.length === 0) return found
  for (const { me, other } of await hidden(db, memberIds))
    found.set(me, (found.get(me) ?? new Set()).add(other))
  return found
}

const isVisiblePair = ({ mine, otherStatus }: Pair): boolean =>
  otherStatus === memberStatus.active && mine.blocked_ts === null && !mine.blocked_me

/**
 * Locks a pair for writing. Whom the viewer may not see is refused as one who does not exist; a block set
 * meanwhile has either happened before this or waits until it is done.
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

/** The same where the viewer's own block does not count, as for taking it back or for a report. */
export async function lockKnownPair(tx: Tx, viewerId: number, otherId: number): Promise<Pair> {
  const pair = await lockPair(tx, viewerId, otherId)
  if (!pair || !(isVisiblePair(pair) || pair.mine.blocked_ts !== null)) throw new Problem('no-user')
  return pair
}
