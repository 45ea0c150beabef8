import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { nextRose, roseTimeLeft } from '@rosella/contract/gestures/rules'
import { arrivalTime, writePair } from '../../database/relation'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { queueNotice } from '../../jobs/queue-notices'
import { gestureState } from './gesture-state'
import { type Deps, lockReachable, refuseImpersonation, type Sender } from './recipient'

/** A surprise: the next to the same member is possible 24 hours later. */
export async function sendRose(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine, theirs } = await lockReachable(tx, viewer, recipientId)
    const next = nextRose(mine.sent_rose_ts, now)
    if (next !== null) throw new Problem('rose.wait', { left: roseTimeLeft(next, now) })
    const sent = await writePair(
      tx,
      mine,
      { sent_roses: mine.sent_roses + 1, sent_rose_ts: now },
      { received_roses: theirs.received_roses + 1, received_rose_ts: arrivalTime('seen_roses_ts', now) },
    )
    await queueNotice(tx, emit, 'rose', { to: recipientId, from: viewer.id, now })
    emit({ kind: 'rose.sent', from: viewer.id, to: recipientId })
    return gestureState(sent, now)
  })
}
