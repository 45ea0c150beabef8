import { arr, bool, int, nullable, obj, oneOf, opt, type Static, text, ts } from '../shapes'
import { reactions } from './rules'

/** Who said what to a message without words; the two who write have one each at most. */
export const Reaction = obj({ by: int(), emoji: oneOf(reactions) })
export type Reaction = Static<typeof Reaction>

/** Compact, as /api/messages carries it, there with a long text cut (overviewText). */
export const CompactMessage = obj({
  id: int(),
  s: int(),
  r: int(),
  t: text(),
  tu: ts(),
  dr: bool(),
  rd: bool(),
  st: bool(),
  /** Missing where there is none. */
  reactions: opt(arr(Reaction)),
})
export type CompactMessage = Static<typeof CompactMessage>

/** A partner or a blocked member, compact. */
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
 * Whom a member writes with, how many of their messages are unread, also of those that an overview leaves out, and
 * whether the scam shield's warning stands above the conversation.
 */
export const Partner = obj({ ...UserSummary.properties, unread: int(), scam_warning: bool() })
export type Partner = Static<typeof Partner>

/** As the chat's socket carries it. */
export const ChatMessage = obj({
  id: int(),
  sender_id: int(),
  receiver_id: int(),
  message: text(),
  ts: ts(),
  dir: oneOf(['in', 'out']),
  rd: bool(),
  /** Missing where there is none. */
  reactions: opt(arr(Reaction)),
})
export type ChatMessage = Static<typeof ChatMessage>
