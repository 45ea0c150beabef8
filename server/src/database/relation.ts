import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Tx } from './handle'
import type { Tables } from './tables'

export type Relation = Selectable<Tables['relation']>
type Change = Omit<UpdateObject<Tables, 'relation'>, 'me' | 'other'>

/** Two members and what is between them, told from my side and from the other's. */
export interface Pair {
  mine: Relation
  theirs: Relation
  otherStatus: number
}

/**
 * Locks both rows of a pair, making them where there are none; undefined when one of the two is no member.
 * Everyone who writes relations comes through here. Members are held first, so that erasing one waits or
 * has gone before; then the rows in ascending (me, other), so that no two writers wait for each other.
 */
export async function lockPair(tx: Tx, me: number, other: number): Promise<Pair | undefined> {
  const ids = [Math.min(me, other), Math.max(me, other)] as const
  const members = await tx
    .selectFrom('member')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .select(['id', 'status'])
    .execute()
  const otherMember = members.find((member) => member.id === other)
  if (members.length < 2 || !otherMember) return undefined

  let rows = await lockRows(tx, ids)
  if (rows.length < 2) {
    const [low, high] = ids
    await tx
      .insertInto('relation')
      .values([
        { me: low, other: high },
        { me: high, other: low },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await lockRows(tx, ids)
  }
  const mine = rows.find((row) => row.me === me)
  const theirs = rows.find((row) => row.me === other)
  return mine && theirs && { mine, theirs, otherStatus: otherMember.status }
}

const lockRows = (tx: Tx, ids: readonly [number, number]): Promise<Relation[]> =>
  tx
    .selectFrom('relation')
    .where('me', 'in', ids)
    .where('other', 'in', ids)
    .orderBy('me')
    .forUpdate()
    .selectAll()
    .execute()

/** Writes a locked pair, the mirrored half along with mine, and answers my side as it is now. */
export async function writePair(
  tx: Tx,
  { me, other }: Relation,
  mine: Change,
  theirs?: Change,
): Promise<Relation> {
  if (theirs) await updateRow(tx, other, me, theirs).execute()
  return updateRow(tx, me, other, mine).returningAll().executeTakeFirstOrThrow()
}

const updateRow = (tx: Tx, me: number, other: number, change: Change) =>
  tx.updateTable('relation').set(change).where('me', '=', me).where('other', '=', other)

export type SeenMark = 'seen_views_ts' | 'seen_likes_ts' | 'seen_roses_ts'

/**
 * The time at which something reaches a member: now, but always later than the mark of when they last
 * opened that list. Marks are whole seconds, and what comes within the same one must still count as new.
 */
export const arrivalTime = (mark: SeenMark, now: number): RawBuilder<number> => sql<number>`
  greatest(${now}::bigint, (select a.${sql.ref(mark)} + 1 from account a where a.member_id = relation.me))`
