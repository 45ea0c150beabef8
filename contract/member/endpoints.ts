import { endpoint } from '../endpoint'
import { profileFields } from '../profile/shapes'
import { agreement } from '../questions/shapes'
import { ServerSettings } from '../settings/shapes'
import { arr, bool, flag, int, nullable, num, obj, opt, type Static, text, ts } from '../shapes'

export const MemberProfile = obj({
  id: int(),
  url_hash: text(),
  ...profileFields,
  username: text(),
  location: nullable(obj({ x: num(), y: num() })),
  // Distance between the two towns (places/bands.ts); null where a town is hidden or unknown.
  band: nullable(int({ maximum: 6 })),
  // Tags that the viewer has too; empty on one's own profile.
  shared_tags: arr(text()),
  heightFeet: nullable(obj({ feet: int(), inches: int() })),
  dp: arr(obj({ q: text(), a: text() })),
  ...agreement,
  photo: nullable(text()),
  photo_sizes: bool(),
  premium: bool(),
  // Whether a moderator verified the photos, and when.
  verified: bool(),
  verified_ts: nullable(ts()),
  // Whether the viewer may now ask the member to verify their photos.
  may_ask_to_verify: bool(),
  online: bool(),
  // When the member was last active; null for a blocked one.
  last_active_ts: nullable(ts()),
  received_like: bool(),
  matched: bool(),
  sent_like: bool(),
  favourited: bool(),
  sent_roses: int(),
  received_roses: int(),
  last_rose: nullable(ts()),
  is_blocked: bool(),
  not_interested: bool(),
  // Whether a message from the viewer would be accepted; if not, the message of the refusal.
  may_write: bool(),
  contact_note: nullable(text()),
  /** The error code of `contact_note`. */
  contact_code: nullable(text()),
  // Whether the conversation shows the scam shield's warning, and whether it is about intimate pictures.
  scam_warning: bool(),
  pictures_warning: bool(),
})
export type MemberProfile = Static<typeof MemberProfile>

export const viewProfile = endpoint({
  method: 'GET',
  path: '/api/view-profile',
  access: 'active',
  summary: "Read another member's profile and record the view",
  input: {
    url_hash: text({ maxLength: 64 }),
    /** Beyond the specification: a reload during a visit that has already been recorded. */
    again: opt(flag()),
    /** Beyond the specification: the conversation is read next to the list. That is no view if there are messages. */
    conversation: opt(flag()),
  },
  reply: obj({
    user: MemberProfile,
    photos: arr(
      // As on cards: whether the derived sizes exist, and the thumbhash. Width and height are those of the large file.
      obj({ filename: text(), sizes: bool(), preview: text(), width: int(), height: int() }),
    ),
    settings: ServerSettings,
    stealth: bool(),
  }),
})
