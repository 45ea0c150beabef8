import { endpoint } from '../endpoint'
import { bool, id, int, nullable, obj, oneOf, type Static, ts } from '../shapes'
import { gestures } from './rules'

export const GestureState = obj({
  sent_like: bool(),
  matched: bool(),
  favourited: bool(),
  sent_roses: int(),
  last_rose: nullable(ts()),
  next_rose_ts: nullable(ts()),
  is_blocked: bool(),
})
export type GestureState = Static<typeof GestureState>

export const userAction = endpoint({
  method: 'POST',
  path: '/api/user-action',
  access: 'active',
  summary: 'Like, favourite, send a rose, block, and their reverse; answers the new state',
  input: { action: oneOf(gestures, { problem: 'gesture.unknown' }), recipient_id: id() },
  reply: GestureState,
})
