import { arr, bool, int, nullable, obj, oneOf, opt, type Static, text, ts } from '../shapes'
import { reactions } from './rules'

/** Each of the two members has at most one reaction per message. */
export const Reaction = obj({ by: int(), emoji: oneOf(reactions) })
export type Reaction = Static<typeof Reaction>

/** A message in /api/messages, where a long text is cut (overviewText). */
export const CompactMessage = obj({
  id: int(),
  s: int(),
  r: int(),
  t: text(),
  tu: ts(),
  dr: bool(),
  rd: bool(),
  st: bool(),
  /** With which the viewer sent it, if it was sent with one. */
  client_id: opt(text()),
  /** Missing if there are none. */
  reactions: opt(arr(Reaction)),
})
export type CompactMessage = Static<typeof CompactMessage>

/** A partner or a blocked member. */
export const UserSummary = obj({
  id: int(),
  ag: int(),
  ap: int(),
  ch: int(),
  cr: nullable(text()),
  ct: nullable(text()),
  fv: bool(),
  m: bool(),
  ndp: int(),
  ph: nullable(text()),
  rl: bool(),
  rr: int(),
  uh: text(),
  un: text(),
  // When a moderator compared the photos with the camera.
  vf: nullable(ts()),
  ts: opt(ts()),
})
export type UserSummary = Static<typeof UserSummary>

/**
 * The other member of a conversation. `unread` also counts messages that the overview leaves out; `scam_warning` is
 * whether the scam shield's warning is shown above the conversation, and `pictures_warning` whether it is about a
 * request for intimate pictures.
 */
export const Partner = obj({
  ...UserSummary.properties,
  // Whether the photo `ph` has its derived sizes.
  phs: bool(),
  unread: int(),
  scam_warning: bool(),
  pictures_warning: bool(),
})
export type Partner = Static<typeof Partner>

/** A message on the chat socket. */
export const ChatMessage = obj({
  id: int(),
  sender_id: int(),
  receiver_id: int(),
  message: text(),
  ts: ts(),
  dir: oneOf(['in', 'out']),
  rd: bool(),
  /** With which the viewer sent it, if it was sent with one. */
  client_id: opt(text()),
  /** Missing if there are none. */
  reactions: opt(arr(Reaction)),
})
export type ChatMessage = Static<typeof ChatMessage>
