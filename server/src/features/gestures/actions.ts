import type { ReplyOf } from '@rosella/contract/endpoint'
import type { GestureState, listNotInterested as listCall } from '@rosella/contract/gestures/endpoints'
import { nextRose, roseTimeLeft } from '@rosella/contract/gestures/rules'
import { sql } from 'kysely'
import { lockReachablePair } from '../../members/contact-rules'
import { arrivalTime, type Pair, type Relation, writePair } from '../../members/relation'
import { lockKnownPair, lockVisiblePair, visibleInRelation } from '../../members/visible-members'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { queueNotice } from '../notifications/index'

/** What the viewer has done to the other, as the answer to every gesture. */
export const gestureState = (mine: Relation, now: number): GestureState => ({
  sent_like: mine.sent_like_ts !== null,
  matched: mine.matched_ts !== null,
  favourited: mine.favorited_ts !== null,
  sent_roses: mine.sent_roses,
  last_rose: mine.sent_rose_ts,
  next_rose_ts: nextRose(mine.sent_rose_ts, now),
  is_blocked: mine.blocked_ts !== null,
  not_interested: mine.not_interested_ts !== null,
})

export type Sender = Pick<Viewer, 'id' | 'impersonator'>

export async function lockRecipient(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  refuseSelf(viewer, recipientId)
  return lockVisiblePair(tx, viewer.id, recipientId)
}

/** The same for what speaks to the other, which is over once one of the two is no longer interested. */
async function lockReachable(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  refuseSelf(viewer, recipientId)
  return lockReachablePair(tx, viewer.id, recipientId)
}

function refuseSelf(viewer: Sender, recipientId: number): void {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
}

/** A like or a rose speaks to another member, as a message does: an admin never speaks for someone. */
export function refuseImpersonation(viewer: Sender): void {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
}

/** One way and once: a second like changes nothing and says nothing. */
export async function sendLike(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
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

/** A surprise: the next to the same member is possible 24 hours later. */
export async function sendRose(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine, theirs } = await lockReachable(tx, viewer, recipientId)
    const next = nextRose(mine.sent_rose_ts, now)
    if (next !== null) throw new Problem('rose.wait', { left: roseTimeLeft(next, now), next_rose_ts: next })
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

/** Known to the viewer alone, so nobody is told. A second time changes nothing, not even its place. */
export async function favourite(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    const kept = mine.favorited_ts === null ? await writePair(tx, mine, { favorited_ts: now }) : mine
    return gestureState(kept, now)
  })
}

export async function unfavourite(
  deps: Services,
  viewer: Sender,
  recipientId: number,
): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    const kept = mine.favorited_ts === null ? mine : await writePair(tx, mine, { favorited_ts: null })
    return gestureState(kept, now)
  })
}

/**
 * Hides the two from each other everywhere. What was between them stays written and comes back with
 * unblocking, because every surface asks visible-members first.
 */
export async function block(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
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

export async function unblock(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
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

/**
 * They vanish from the viewer's lists of strangers, and nothing more is said between the two until it is undone. Where
 * there were messages both are told; else the other notices nothing until they try.
 */
export async function loseInterest(
  deps: Services,
  viewer: Sender,
  recipientId: number,
): Promise<GestureState> {
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

export async function regainInterest(
  deps: Services,
  viewer: Sender,
  recipientId: number,
): Promise<GestureState> {
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
  { db }: Pick<Services, 'db'>,
  viewer: Pick<Sender, 'id'>,
): Promise<ReplyOf<typeof listCall>> {
  const { rows } = await sql<{ id: number; username: string; ts: number }>`
    select m.id, coalesce(m.username, '') as username, r.not_interested_ts as ts
    from relation r join member m on m.id = r.other
    where r.me = ${viewer.id} and r.not_interested_ts is not null and ${visibleInRelation(viewer.id)}
    order by r.not_interested_ts desc, r.other desc`.execute(db)
  return { items: rows }
}
