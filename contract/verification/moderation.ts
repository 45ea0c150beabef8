import { AdminPhoto } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, oneOf, opt, type Static, text, ts } from '../shapes'
import { refusalKeys } from './rules'

/** Frames that wait for a moderator, beside the photos they are compared with. */
export const AdminVerification = obj({
  id: int(),
  member_id: int(),
  username: nullable(text()),
  url_hash: text(),
  created_ts: ts(),
  // When the frames are destroyed, decided or not.
  until_ts: ts(),
  // What the camera shows, with the pose it was to show; the addresses are signed and last 15 minutes.
  frames: arr(obj({ lg_url: text(), pose: text(), words: text() })),
  // The photos that were approved when the frames were sent and still are; the main one first.
  photos: arr(AdminPhoto),
  // The main photo is none of those that can be compared: it can only be refused.
  photos_changed: bool(),
  // Somebody else's photo or waiting frame looks like one of the frames, or a photo of the member's own does.
  alike: arr(obj({ frame: int(), member_id: int(), distance: int() })),
  // A colleague would refuse it: it takes a second one.
  first: nullable(obj({ moderator: nullable(text()), reason: text(), ts: ts(), own: bool() })),
  // The moderator's own: a colleague decides.
  own: bool(),
})
export type AdminVerification = Static<typeof AdminVerification>

export const adminVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  access: 'moderator',
  summary: 'Camera pictures that wait for a decision, the oldest first',
  input: { p: opt(int({ minimum: 1 })) },
  reply: obj({ items: arr(AdminVerification), pages: int() }),
})

export const decideVerification = endpoint({
  method: 'POST',
  path: '/api/admin/verification-decision',
  access: 'moderator',
  summary: 'Same person and poses right, or not; a refusal takes a second moderator where there is one',
  input: { id: id(), approved: bool(), reason: opt(oneOf(refusalKeys, { problem: 'verification.reason' })) },
  // waits: the refusal is noted, and a second moderator is asked.
  reply: obj({ ...ok.properties, waits: bool() }),
})
