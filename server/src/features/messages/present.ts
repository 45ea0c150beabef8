import { ageAt } from '@rosella/contract/member/rules'
import type {
  ChatMessage,
  CompactMessage,
  Partner,
  Reaction,
  UserSummary,
} from '@rosella/contract/messages/shapes'
import { shownCity } from '../../members/shown-place'
import type { MessageRow, PartnerRow, SummaryRow } from './queries'

const userSummary = (row: SummaryRow, now: number): UserSummary => ({
  id: row.other,
  ag: row.birthday === null ? 0 : ageAt(row.birthday, now),
  ap: row.approved_photos,
  ch: row.messages ?? 0,
  cr: row.country,
  ct: shownCity(row),
  fv: row.favorited_ts !== null,
  m: row.matched_ts !== null,
  ndp: row.ndp,
  ph: row.photo,
  rl: row.received_like_ts !== null,
  rr: row.received_roses ?? 0,
  uh: row.url_hash,
  un: row.username ?? '',
  vf: row.verified_ts,
})

/** A viewer, and whether they see read receipts for their own messages (premium, with receipts on). */
export interface MessageViewer {
  id: number
  receipts: boolean
}

/** The receiver knows what they did with a message; the sender only with read receipts. */
const mayKnow = (row: MessageRow, reader: MessageViewer): boolean =>
  row.receiver_id === reader.id || reader.receipts

/** Both members see reactions, independently of read receipts. */
export function reactionsOf(row: MessageRow): Reaction[] {
  const sides = [
    { by: row.sender_id, emoji: row.sender_reaction },
    { by: row.receiver_id, emoji: row.receiver_reaction },
  ]
  return sides.flatMap(({ by, emoji }) => (emoji === null ? [] : [{ by, emoji }]))
}

/** The field is left out if there are no reactions. */
const someReactions = (row: MessageRow): { reactions?: Reaction[] } => {
  const reactions = reactionsOf(row)
  return reactions.length > 0 ? { reactions } : {}
}

/** The sender's devices recognise the messages that they have sent without receiving the acknowledgement. */
const ownClientId = (row: MessageRow, reader: MessageViewer): { client_id?: string } =>
  row.sender_id === reader.id && row.client_id !== null ? { client_id: row.client_id } : {}

export const compactMessage = (row: MessageRow, reader: MessageViewer): CompactMessage => ({
  id: row.id,
  s: row.sender_id,
  r: row.receiver_id,
  t: row.text,
  tu: row.ts,
  dr: row.removed_by_receiver && mayKnow(row, reader),
  rd: row.read_ts !== null && mayKnow(row, reader),
  st: row.sender_id === reader.id,
  ...ownClientId(row, reader),
  ...someReactions(row),
})

export const presentPartner = (row: PartnerRow, now: number): Partner => ({
  ...userSummary(row, now),
  phs: row.photo_sizes,
  unread: row.unread,
  scam_warning: row.scam_warning,
  pictures_warning: row.pictures_warning,
})

export const chatMessage = (row: MessageRow, reader: MessageViewer): ChatMessage => ({
  id: row.id,
  sender_id: row.sender_id,
  receiver_id: row.receiver_id,
  message: row.text,
  ts: row.ts,
  dir: row.sender_id === reader.id ? 'out' : 'in',
  rd: row.read_ts !== null && mayKnow(row, reader),
  ...ownClientId(row, reader),
  ...someReactions(row),
})
