import { AdminPhoto } from '../admin/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, oneOf, opt, type Static, text, ts } from '../shapes'
import { REMOVAL_REASON_LENGTH, refusalKeys } from './rules'

/** Selfies waiting for a moderator, with the photos to compare. */
export const AdminVerification = obj({
  id: int(),
  member_id: int(),
  username: nullable(text()),
  url_hash: text(),
  created_ts: ts(),
  // When the selfies are deleted, decided or not.
  until_ts: ts(),
  // The selfies and their poses; the URLs are signed and last 15 minutes.
  frames: arr(obj({ lg_url: text(), pose: text(), words: text() })),
  // Photos that were approved when the selfies were sent and still are; main photo first.
  photos: arr(AdminPhoto),
  // The main photo is not among those to compare, so the request can only be refused.
  photos_changed: bool(),
  // Selfies that resemble another member's photo or waiting selfie, or one of the member's own photos.
  alike: arr(obj({ frame: int(), member_id: int(), distance: int() })),
  // A colleague wants to refuse it; a second moderator has to agree.
  first: nullable(obj({ moderator: nullable(text()), reason: text(), ts: ts(), own: bool() })),
  // The request is the moderator's own, so a colleague decides.
  own: bool(),
})
export type AdminVerification = Static<typeof AdminVerification>

export const adminVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  access: 'moderator',
  summary: 'List selfies that wait for a decision, oldest first',
  input: { p: opt(int({ minimum: 1 })) },
  reply: obj({ items: arr(AdminVerification), pages: int() }),
})

export const claimVerifications = endpoint({
  method: 'POST',
  path: '/api/admin/verification-claim',
  access: 'moderator',
  summary:
    'Claim the next selfies for this moderator for five minutes; releases those skipped and returns them last',
  input: {
    /** 0 only releases. */
    count: opt(int({ minimum: 0, maximum: 10 })),
    skip: opt(arr(id(), { maxItems: 200 })),
    /** Decisions that can still be undone: the moderator keeps them, and they are not returned. */
    keep: opt(arr(id(), { maxItems: 200 })),
  },
  // waiting: all that wait, for anybody.
  reply: obj({ items: arr(AdminVerification), waiting: int() }),
})

export const decideVerification = endpoint({
  method: 'POST',
  path: '/api/admin/verification-decision',
  access: 'moderator',
  summary: 'Decide whether person and poses match; a refusal needs a second moderator if there is one',
  input: { id: id(), approved: bool(), reason: opt(oneOf(refusalKeys, { problem: 'verification.reason' })) },
  // waits: the refusal is recorded, and a second moderator has to decide.
  reply: obj({ ...ok.properties, waits: bool() }),
})

export const removeVerification = endpoint({
  method: 'POST',
  path: '/api/admin/verification-remove',
  access: 'moderator',
  summary: 'Remove the badge of a member, who reads the reason',
  input: {
    member_id: id(),
    reason: text({ minLength: 1, maxLength: REMOVAL_REASON_LENGTH, problem: 'verification.removal-reason' }),
  },
  reply: ok,
})
