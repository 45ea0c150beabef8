import { agreement } from '../questions/shapes'
import { arr, bool, int, nullable, obj, opt, type Static, text, ts } from '../shapes'

export const MemberCard = obj({
  id: int(),
  url_hash: text(),
  username: text(),
  photo: nullable(text()),
  // Whether the photo has its derived sizes (photos/rules.ts), and its thumbhash, shown until it is loaded.
  photo_sizes: bool(),
  photo_preview: nullable(text()),
  age: int(),
  city: text(),
  tagline: text(),
  // The distance band (places/bands.ts); null if a town is hidden or unknown.
  band: nullable(int({ maximum: 6 })),
  is_new: bool(),
  premium: bool(),
  // A moderator compared the photos with selfies.
  verified: bool(),
  verified_ts: nullable(ts()),
  favorited: bool(),
  sent_like: bool(),
  received_like: bool(),
  matched: bool(),
  received_roses: int(),
  sent_roses: int(),
  chat_messages: int(),
  approved_photos: int(),
  ndp: int(),
  ...agreement,
  // Only the field that the list's `ago` names.
  last_active_ts: opt(ts()),
  created_ts: opt(ts()),
  favorited_ts: opt(ts()),
  liked_ts: opt(ts()),
  matched_ts: opt(ts()),
  rose_ts: opt(ts()),
  viewed_ts: opt(ts()),
  // In searches: the codes of the tags that both members have.
  shared_tags: opt(arr(text())),
})
export type MemberCard = Static<typeof MemberCard>

/** A suggestion of the day. `different`: chosen because the member is seen little, not by score. */
export const SuggestedCard = obj({ ...MemberCard.properties, reasons: arr(text()), different: bool() })
export type SuggestedCard = Static<typeof SuggestedCard>
