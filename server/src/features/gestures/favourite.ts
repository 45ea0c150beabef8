import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { writePair } from '../../database/relation'
import { withTransaction } from '../../database/transaction'
import { gestureState } from './gesture-state'
import { type Deps, lockRecipient, type Sender } from './recipient'

/** Known to the viewer alone, so nobody is told. A second time changes nothing, not even its place. */
export async function favourite(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    const kept = mine.favorited_ts === null ? await writePair(tx, mine, { favorited_ts: now }) : mine
    return gestureState(kept, now)
  })
}

export async function unfavourite(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    const kept = mine.favorited_ts === null ? mine : await writePair(tx, mine, { favorited_ts: null })
    return gestureState(kept, now)
  })
}
