import type { ReplyOf } from '@rosella/contract/endpoint'
import type { GestureState, listNotInterested as listCall } from '@rosella/contract/gestures/endpoints'
import { HIDES_MAX, nextRose, timeLeft } from '@rosella/contract/gestures/rules'
import { lockReachablePair } from '../../members/contact-rules'
import {
  arrivalTime,
  cancelDates,
  type Pair,
  type Relation,
  readPeoplePage,
  writePair,
} from '../../members/relation'
import { lockKnownPair, lockVisiblePair, visibleInRelation } from '../../members/visible-members'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { queueNotice } from '../notifications/index'

/** The viewer's relation to the other member, as every gesture returns it. */
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

/** For gestures that the other member sees, which are refused once one of the two is no longer interested. */
async function lockReachable(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  refuseSelf(viewer, recipientId)
  return lockReachablePair(tx, viewer.id, recipientId)
}

function refuseSelf(viewer: Sender, recipientId: number): void {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
}

/** A like or rose reaches another member as a message does, so an admin must not send one for someone else. */
export function refuseImpersonation(viewer: Sender): void {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
}

const DAY = 86_400

/**
 * Counts a gesture against its limit in 24 hours. Called while the pair is locked and the gesture is certain, so that
 * a repetition or a refusal does not count.
 */
async function countGesture(
  { rateLimits, clock }: Services,
  viewer: Sender,
  { kind, limit }: { kind: 'likes' | 'hides'; limit: number },
): Promise<void> {
  const { allowed, waitSeconds } = await rateLimits.hit(`${kind} ${viewer.id}`, { limit, seconds: DAY })
  if (allowed) return
  const now = clock.now()
  const next_ts = now + waitSeconds
  const values = { n: limit, left: timeLeft(next_ts, now), next_ts }
  throw new Problem(`gesture.${kind}`, values, undefined, waitSeconds)
}

/** A second like changes nothing and publishes no event. */
export async function sendLike(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  const { likes } = await deps.settings.current()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockReachable(tx, viewer, recipientId)
    if (mine.sent_like_ts !== null) return gestureState(mine, now)
    await countGesture(deps, viewer, { kind: 'likes', limit: likes })
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

/** The next rose to the same member is possible 24 hours later. */
export async function sendRose(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseImpersonation(viewer)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine, theirs } = await lockReachable(tx, viewer, recipientId)
    const next = nextRose(mine.sent_rose_ts, now)
    if (next !== null) throw new Problem('rose.wait', { left: timeLeft(next, now), next_rose_ts: next })
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

/** Only the viewer knows it, so no event is published. A repetition changes nothing, not even the order. */
export async function favourite(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    const { mine } = await lockRecipient(tx, viewer, recipientId)
    const saved = mine.favorited_ts === null ? await writePair(tx, mine, { favorited_ts: now }) : mine
    return gestureState(saved, now)
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
    const saved = mine.favorited_ts === null ? mine : await writePair(tx, mine, { favorited_ts: null })
    return gestureState(saved, now)
  })
}

/**
 * Hides the two from each other everywhere. Their relation stays stored and reappears after unblocking, because every
 * list and lookup checks visible-members.
 */
export async function block(deps: Services, viewer: Sender, recipientId: number): Promise<GestureState> {
  refuseSelf(viewer, recipientId)
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { mine } = await lockKnownPair(tx, viewer.id, recipientId)
    if (mine.blocked_ts !== null) return gestureState(mine, now)
    await countGesture(deps, viewer, { kind: 'hides', limit: HIDES_MAX })
    const blocked = await writePair(tx, mine, { blocked_ts: now }, { blocked_me: true })
    await cancelDates(tx, emit, viewer.id, now, recipientId)
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
 * Removes the other member from the viewer's lists and ends contact until it is undone. If they have exchanged
 * messages, both see that; otherwise the other notices only when they try to write.
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
    await countGesture(deps, viewer, { kind: 'hides', limit: HIDES_MAX })
    const ended = mine.ended || mine.messages > 0 || theirs.messages > 0
    const lost = await writePair(tx, mine, { not_interested_ts: now, ended }, { closed_to_me: true, ended })
    await cancelDates(tx, emit, viewer.id, now, recipientId)
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
    // If the other member ended it too, it stays ended.
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

/** Without members who are hidden at the moment. */
export async function listNotInterested(
  { db }: Pick<Services, 'db'>,
  viewer: Pick<Sender, 'id'>,
  p?: number,
): Promise<ReplyOf<typeof listCall>> {
  const shown = visibleInRelation(viewer.id)
  const { people, pages } = await readPeoplePage(db, viewer.id, 'not_interested_ts', { p, shown })
  return { items: people, pages }
}
