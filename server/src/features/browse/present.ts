import { type ListFilter, lists, NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import type { MemberCard } from '@rosella/contract/browse/shapes'
import { ageAt } from '@rosella/contract/member/rules'
import { isPremium } from '../../domain/viewer'
import type { CardRow } from './queries'

export const presentCard = (row: CardRow, filter: ListFilter, now: number): MemberCard => ({
  id: row.id,
  url_hash: row.url_hash,
  username: row.username ?? '',
  photo: row.photo,
  age: row.birthday === null ? 0 : ageAt(row.birthday, now),
  city: row.city ?? '',
  tagline: row.tagline,
  is_new: row.created_ts > now - NEW_FOR_SECONDS,
  premium: isPremium(row, now),
  sent_like: row.sent_like_ts !== null,
  favorited: row.favorited_ts !== null,
  received_like: row.received_like_ts !== null,
  matched: row.matched_ts !== null,
  received_roses: row.received_roses ?? 0,
  sent_roses: row.sent_roses ?? 0,
  chat_messages: row.messages ?? 0,
  approved_photos: row.approved_photos,
  ndp: row.ndp,
  [lists[filter].ago]: row.ts,
})
