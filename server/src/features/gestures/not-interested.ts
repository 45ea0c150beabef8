import type { ReplyOf } from '@rosella/contract/endpoint'
import type { GestureState, listNotInterested as listCall } from '@rosella/contract/gestures/endpoints'
import { sql } from 'kysely'
import { writePair } from '../../members/relation'
import { visibleInRelation } from '../../members/visible-members'
import { withTransaction } from '../../platform/database/transaction'
import { type Deps, gestureState, lockRecipient, refuseImpersonation, type Sender } from './actions'

/**
 * They vanish from the viewer's lists of strangers, and nothing more is said between the two until it is undone. Where
 * there were messages both are told; else the other notices nothing until they try.
 */
export async function loseInterest(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine, theirs } = await lockRecipient(tx, viewer, recipientId)
    if (mine.not_interested_ts !== null) return gestureState(mine, now)
    const ended = mine.ended || mine.messages > 0 || theirs.messages > 0
    const lost = await writePair(tx, mine, { not_interested_ts: now, ended }, { closed_to_me: true, ended })
    emit({ kind: 'interest.changed', from: viewer.id, to: recipientId, ended })
    return gestureState(lost, now)
  })
}

export async function regainInterest(deps: Deps, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    if (mine.not_interested_ts === null) return gestureState(mine, now)
    // The other may have ended it too: then it stays so.
    const ended = mine.ended && mine.closed_to_me
    const regained = await writePair(
      tx,
      mine,
      { not_interested_ts: null, ended },
      { closed_to_me: false, ended },
    )
    emit({ kind: 'interest.changed', from: viewer.id, to: recipientId, ended: mine.ended })
    return gestureState(regained, now)
  })
}

/** The latest first (index relation_not_interested); whoever can no longer be seen is left out until they can. */
export async function listNotInterested(
  { db }: Pick<Deps, 'db'>,
  viewer: Pick<Sender, 'id'>,
): Promise<ReplyOf<typeof listCall>> {
  const { rows } = await sql<{ id: number; username: string; ts: number }>`
    select m.id, coalesce(m.username, '') as username, r.not_interested_ts as ts
    from relation r join member m on m.id = r.other
    where r.me = ${viewer.id} and r.not_interested_ts is not null and ${visibleInRelation(viewer.id)}
    order by r.not_interested_ts desc, r.other desc`.execute(db)
  return { items: rows }
}
