import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { arrivalTime, writePair } from '../../database/relation'
import { withTransaction } from '../../database/transaction'
import { queueNotice } from '../../jobs/queue-notices'
import { gestureState } from './gesture-state'
import { type Deps, lockReachable, refuseImpersonation, type Sender } from './recipient'

/** One way and once: a second like changes nothing and says nothing. */
export async function sendLike(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockReachable(tx, viewer, recipientId)
    if (mine.sent_like_ts !== null) return gestureState(mine, now)
    const matched_ts = mine.received_like_ts === null ? null : now
    const liked = await writePair(
      tx,
      mine,
      { sent_like_ts: now, matched_ts },
      { received_like_ts: arrivalTime('seen_likes_ts', now), matched_ts },
    )
    const kind = matched_ts === null ? 'like' : 'match'
    await queueNotice(tx, emit, kind, { to: recipientId, from: viewer.id, now })
    emit({ kind: 'like.sent', from: viewer.id, to: recipientId })
    return gestureState(liked, now)
  })
}
