import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { lockPair, type Pair, writePair } from '../../database/relation'
import { type Tx, withTransaction } from '../../database/transaction'
import { isVisible } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import { gestureState } from './gesture-state'
import { type Deps, refuseSelf, type Sender } from './recipient'

/**
 * Hides the two from each other everywhere. What was between them stays written and comes back with
 * unblocking, because every surface asks visible-members first.
 */
export async function block(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockBlockable(tx, viewer, recipientId)
    if (mine.blocked_ts !== null) return gestureState(mine, now)
    const blocked = await writePair(tx, mine, { blocked_ts: now }, { blocked_me: true })
    emit({ kind: 'block.changed', from: viewer.id, to: recipientId })
    return gestureState(blocked, now)
  })
}

export async function unblock(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockBlockable(tx, viewer, recipientId)
    if (mine.blocked_ts === null) return gestureState(mine, now)
    const unblocked = await writePair(tx, mine, { blocked_ts: null }, { blocked_me: false })
    emit({ kind: 'block.changed', from: viewer.id, to: recipientId })
    return gestureState(unblocked, now)
  })
}

/** Those the viewer may see, and those hidden by the viewer's own block, whatever their status is by now. */
async function lockBlockable(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  refuseSelf(viewer, recipientId)
  const pair = await lockPair(tx, viewer.id, recipientId)
  if (!pair || !(isVisible(pair) || pair.mine.blocked_ts !== null)) throw new Problem('no-user')
  return pair
}
