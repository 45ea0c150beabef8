import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, oneOf, opt, type Static, text, ts } from '../shapes'
import { gestures } from './rules'

export const GestureState = obj({
  sent_like: bool(),
  matched: bool(),
  favourited: bool(),
  sent_roses: int(),
  last_rose: nullable(ts()),
  next_rose_ts: nullable(ts()),
  is_blocked: bool(),
  // The viewer is not interested in this member, who disappears from their lists; contact has ended.
  not_interested: bool(),
})
export type GestureState = Static<typeof GestureState>

export const userAction = endpoint({
  method: 'POST',
  path: '/api/user-action',
  access: 'active',
  summary: 'Like, favourite, send a rose, block, lose interest, or undo one of these; returns the new state',
  input: { action: oneOf(gestures, { problem: 'gesture.unknown' }), recipient_id: id() },
  reply: GestureState,
})

export const listNotInterested = endpoint({
  method: 'GET',
  path: '/api/not-interested',
  access: 'active',
  summary: 'The people the member is not interested in, latest first, 200 a page',
  input: { p: opt(int({ minimum: 1 })) },
  reply: obj({ items: arr(obj({ id: id(), username: text(), ts: ts() })), pages: int() }),
  rates: [{ per: 'member', limit: 120, seconds: 600 }],
})
