import type { GestureState } from '@rosella/contract/gestures/endpoints'
import { nextRose } from '@rosella/contract/gestures/rules'
import type { Relation } from '../../database/relation'

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
