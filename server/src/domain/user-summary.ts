import { ageAt } from '@rosella/contract/member/rules'
import type { UserSummary } from '@rosella/contract/messages/shapes'
import { type Home, shownCity } from './shown-place'

/** Another member as the viewer's relation to them is read. */
export interface SummaryRow extends Home {
  other: number
  url_hash: string
  username: string | null
  photo: string | null
  birthday: string | null
  approved_photos: number
  ndp: number
  favorited_ts: number | null
  received_like_ts: number | null
  matched_ts: number | null
  received_roses: number | null
  messages: number | null
  verified_ts: number | null
}

export const userSummary = (row: SummaryRow, now: number): UserSummary => ({
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
