import { closedRefusal, endedRefusal } from '../domain/contact-rule'
import { Problem } from '../domain/problem'
import { readNames } from './read-names'
import type { Pair } from './relation'
import type { Tx } from './transaction'
import { lockVisiblePair } from './visible-members'

/** Locks a pair for what speaks to the other, which is over once one of the two is no longer interested. */
export async function lockReachablePair(tx: Tx, viewerId: number, otherId: number): Promise<Pair> {
  const pair = await lockVisiblePair(tx, viewerId, otherId)
  const { not_interested_ts, closed_to_me, ended } = pair.mine
  if (not_interested_ts === null && !closed_to_me) return pair
  const ending = { is_ender: not_interested_ts !== null, is_closed: closed_to_me, is_ended: ended }
  const [own_name, other_name] = await readNames(tx, viewerId, otherId)
  const named = { ...ending, own_name, other_name }
  const refusal = endedRefusal(named) ?? closedRefusal(named)
  if (refusal) throw new Problem(refusal.code, refusal.values)
  return pair
}
