import { bool, int, nullable, obj, opt, type Static, text, ts } from '../shapes'

/** Compact, as /api/messages carries it. */
export const CompactMessage = obj({
  id: int(),
  s: int(),
  r: int(),
  t: text(),
  tu: ts(),
  dr: bool(),
  rd: bool(),
  st: bool(),
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
  ts: opt(ts()),
})
export type UserSummary = Static<typeof UserSummary>

/** As the chat's socket carries it. */
export interface ChatMessage {
  id: number
  sender_id: number
  receiver_id: number
  message: string
  ts: number
  dir: 'in' | 'out'
  rd: boolean
}
