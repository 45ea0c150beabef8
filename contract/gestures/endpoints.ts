import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, oneOf, type Static, text, ts } from '../shapes'
import { gestures } from './rules'

export const GestureState = obj({
  sent_like: bool(),
  matched: bool(),
  favourited: bool(),
  sent_roses: int(),
  last_rose: nullable(ts()),
  next_rose_ts: nullable(ts()),
  is_blocked: bool(),
  // Whom the viewer does not want to be shown again; what was between the two has ended.
  not_interested: bool(),
})
export type GestureState = Static<typeof GestureState>

export const userAction = endpoint({
  method: 'POST',
  path: '/api/user-action',
  access: 'active',
  summary: 'Like, favourite, send a rose, block, be not interested, and their reverse; answers the new state',
  input: { action: oneOf(gestures, { problem: 'gesture.unknown' }), recipient_id: id() },
  reply: GestureState,
})

export const listNotInterested = endpoint({
  method: 'GET',
  path: '/api/not-interested',
  access: 'active',
  summary: 'In whom the member is not interested, the latest first',
  input: {},
  reply: obj({ items: arr(obj({ id: id(), username: text(), ts: ts() })) }),
})
