import { roles } from '../member/role'
import { bool, int, nullable, obj, oneOf, type Static, text, ts } from '../shapes'

/**
 * Kept by the client under `userInfo`. Ours are stealth_mode, for the status badge, paused, for the strip that says so,
 * has_password: whoever has none is led to choosing one, role, and key_missing: whoever has a role and neither a passkey
 * nor a second step is led to setting one up.
 */
export const sessionFields = {
  id: int(),
  email: text(),
  username: nullable(text()),
  photo: nullable(text()),
  token: text(),
  valid: bool(),
  admin: bool(),
  profile_completed_ts: nullable(ts()),
  premium: bool(),
  email_confirmed: bool(),
  uploaded_min_photos: bool(),
  status: int(),
  url_hash: text(),
  stealth_mode: bool(),
  has_password: bool(),
  paused: bool(),
  role: nullable(oneOf(roles)),
  key_missing: bool(),
}
export const SessionRecord = obj(sessionFields)
export type SessionRecord = Static<typeof SessionRecord>
