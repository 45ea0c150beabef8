import { type lists, NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import type { MemberCard } from '@rosella/contract/browse/shapes'
import { ageAt } from '@rosella/contract/member/rules'
import { shownBand, shownCity } from '../../domain/shown-place'
import { isPremium } from '../../domain/viewer'
import type { CardRow } from './queries'

/** The field that the time-ago label of a list reads. */
export type AgoField = (typeof lists)[keyof typeof lists]['ago']

export const presentCard = (row: CardRow, ago: AgoField, now: number): MemberCard => ({
  id: row.id,
  url_hash: row.url_hash,
  username: row.username ?? '',
  photo: row.photo,
  age: row.birthday === null ? 0 : ageAt(row.birthday, now),
  city: shownCity(row) ?? '',
  band: shownBand(row),
  tagline: row.tagline,
  is_new: row.created_ts > now - NEW_FOR_SECONDS,
  premium: isPremium(row, now),
  verified: row.verified_ts !== null,
  verified_ts: row.verified_ts,
  sent_like: row.sent_like_ts !== null,
  favorited: row.favorited_ts !== null,
  received_like: row.received_like_ts !== null,
  matched: row.matched_ts !== null,
  received_roses: row.received_roses ?? 0,
  sent_roses: row.sent_roses ?? 0,
  chat_messages: row.messages ?? 0,
  approved_photos: row.approved_photos,
  ndp: row.ndp,
  [ago]: row.ts,
  ...(row.tags && { shared_tags: row.tags.filter((tag) => row.own_tags?.includes(tag)).sort() }),
})
