import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { STATUS } from '../domain/member-status'
import { Problem } from '../domain/problem'
import { lockPair, type Pair } from './relation'
import type { Tx } from './transaction'

/**
 * Who may see whom, on every surface: the member is active, and no block stands between them and the viewer, whoever
 * set it. Here the query has joined `m` and the viewer's relation `r` to them.
 */
export const visibleInRelation: RawBuilder<SqlBool> = sql<SqlBool>`
  (m.status = 2 and r.blocked_ts is null and r.blocked_me is not true)`

/** The same rule over a locked pair. */
export const isVisible = ({ mine, otherStatus }: Pair): boolean =>
  otherStatus === STATUS.active && mine.blocked_ts === null && !mine.blocked_me

/**
 * Locks a pair for writing. Whom the viewer may not see is refused as one who does not exist; a block set
 * meanwhile has either happened before this or waits until it is done.
 */
export async function lockVisiblePair(tx: Tx, viewerId: number, otherId: number): Promise<Pair> {
  const pair = await lockPair(tx, viewerId, otherId)
  if (!pair || !isVisible(pair)) throw new Problem('no-user')
  return pair
}
