import { ageAt } from '@rosella/contract/member/rules'
import type { ChatMessage, CompactMessage, UserSummary } from '@rosella/contract/messages/shapes'
import type { MessageRow, PartnerRow } from './queries'

/** Who looks, and whether they may know what became of what they sent (premium, with receipts on). */
export interface Reading {
  id: number
  receipts: boolean
}

/** What the receiver did with a message is the receiver's own affair, and the sender's only with receipts. */
const mayKnow = (row: MessageRow, reader: Reading): boolean =>
  row.receiver_id === reader.id || reader.receipts

export const compactMessage = (row: MessageRow, reader: Reading): CompactMessage => ({
  id: row.id,
  s: row.sender_id,
  r: row.receiver_id,
  t: row.text,
  tu: row.ts,
  dr: row.removed_by_receiver && mayKnow(row, reader),
  rd: row.read_ts !== null && mayKnow(row, reader),
  st: row.sender_id === reader.id,
})

export const chatMessage = (row: MessageRow, reader: Reading): ChatMessage => ({
  id: row.id,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  message: row.text,
  ts: row.ts,
  dir: row.sender_id === reader.id ? 'out' : 'in',
  rd: row.read_ts !== null && mayKnow(row, reader),
})

export const userSummary = (row: PartnerRow, now: number): UserSummary => ({
  id: row.other,
  ag: row.birthday === null ? 0 : ageAt(row.birthday, now),
  ap: row.approved_photos,
  ch: row.messages ?? 0,
  cr: row.country,
  ct: row.city,
  fv: row.favorited_ts !== null,
  m: row.matched_ts !== null,
  ndp: row.ndp,
  ph: row.photo,
  rl: row.received_like_ts !== null,
  rr: row.received_roses ?? 0,
  uh: row.url_hash,
  un: row.username ?? '',
})
