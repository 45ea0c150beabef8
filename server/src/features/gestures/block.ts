import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { writePair } from '../../database/relation'
import { withTransaction } from '../../database/transaction'
import { lockKnownPair } from '../../database/visible-members'
import { gestureState } from './gesture-state'
import { type Deps, refuseSelf, type Sender } from './recipient'

/**
 * Hides the two from each other everywhere. What was between them stays written and comes back with
 * unblocking, because every surface asks visible-members first.
 */
export async function block(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseSelf(viewer, recipientId)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockKnownPair(tx, viewer.id, recipientId)
    if (mine.blocked_ts !== null) return gestureState(mine, now)
    const blocked = await writePair(tx, mine, { blocked_ts: now }, { blocked_me: true })
    emit({ kind: 'block.changed', from: viewer.id, to: recipientId })
    return gestureState(blocked, now)
  })
}

export async function unblock(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseSelf(viewer, recipientId)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockKnownPair(tx, viewer.id, recipientId)
    if (mine.blocked_ts === null) return gestureState(mine, now)
    const unblocked = await writePair(tx, mine, { blocked_ts: null }, { blocked_me: false })
    emit({ kind: 'block.changed', from: viewer.id, to: recipientId })
    return gestureState(unblocked, now)
  })
}
