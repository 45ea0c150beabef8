import { endpoint } from '../endpoint'
import { profileFields } from '../profile/shapes'
import { ServerSettings } from '../settings/shapes'
import { arr, bool, flag, int, nullable, num, obj, opt, type Static, text, ts } from '../shapes'

export const MemberProfile = obj({
  id: int(),
  url_hash: text(),
  ...profileFields,
  username: text(),
  location: nullable(obj({ x: num(), y: num() })),
  // How far away the member's town is (places/bands.ts); null where a town is hidden or unknown.
  band: nullable(int({ maximum: 6 })),
  // Of the tags, those that the viewer has too; none on one's own profile.
  shared_tags: arr(text()),
  heightFeet: nullable(obj({ feet: int(), inches: int() })),
  dp: arr(obj({ q: text(), a: text() })),
  photo: nullable(text()),
  premium: bool(),
  // A moderator compared the photos with the camera, and when.
  verified: bool(),
  verified_ts: nullable(ts()),
  // Whether the viewer may ask the member to verify their photos now.
  may_ask_to_verify: bool(),
  online: bool(),
  received_like: bool(),
  matched: bool(),
  sent_like: bool(),
  favourited: bool(),
  sent_roses: int(),
  received_roses: int(),
  last_rose: nullable(ts()),
  is_blocked: bool(),
  not_interested: bool(),
  // Whether a message of the viewer would be taken, and if not, why, in the words that sending would be refused with.
  may_write: bool(),
  contact_note: nullable(text()),
  /** The code of the problem that `contact_note` describes. */
  contact_code: nullable(text()),
  // Above the conversation stands the scam shield's warning.
  scam_warning: bool(),
})
export type MemberProfile = Static<typeof MemberProfile>

export const viewProfile = endpoint({
  method: 'GET',
  path: '/api/view-profile',
  access: 'active',
  summary: "Another member's profile; the view is recorded",
  input: {
    url_hash: text({ maxLength: 64 }),
    /** Ours: asked anew during the same visit, which has been recorded already. */
    again: opt(flag()),
  },
  reply: obj({
    user: MemberProfile,
    photos: arr(obj({ filename: text() })),
    settings: ServerSettings,
    stealth: bool(),
  }),
})
