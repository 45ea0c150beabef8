import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, oneOf, opt, type Static, text, ts } from '../shapes'
import { SELFIE } from './rules'

const Pose = obj({ key: text(), words: text() })

export const Verification = obj({
  verified: bool(),
  verified_ts: nullable(ts()),
  // When the badge expires, unless the main photo changes first.
  ends_ts: nullable(ts()),
  // The state of the latest selfies; `none` if none were sent or they earned the badge, `removed` if staff took it away.
  state: oneOf(['none', 'waiting', 'refused', 'expired', 'removed']),
  sent_ts: nullable(ts()),
  // Text for the member, if refused or removed.
  reason: nullable(text()),
  approved_photos: int(),
  // People who would like the member to verify their photos, newest first.
  asked: arr(obj({ username: text(), url_hash: text(), ts: ts() })),
})
export type Verification = Static<typeof Verification>

export const readVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'active',
  summary: "Read whether the member's photos are verified, and the state of the latest selfies",
  input: {},
  reply: Verification,
})

export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verification-start',
  access: 'active',
  summary: 'Get two poses to show to the camera within 90 seconds; calling it is consent to the comparison',
  input: {},
  reply: obj({
    // Single use, for this member; the next start replaces it.
    challenge: text(),
    // Each with a seated, one-handed alternative.
    poses: arr(obj({ ...Pose.properties, other: Pose })),
    until_ts: ts(),
  }),
  rates: [{ per: 'member', limit: 10, seconds: 86_400 }],
  closedToImpersonation: true,
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/verification',
  access: 'active',
  summary: 'Send the two selfies as a multipart form, in the order of the poses',
  input: {
    challenge: text({ maxLength: 64, problem: 'verification.challenge' }),
    // The poses shown, as `a,b`; defaults to the requested ones.
    poses: opt(text({ maxLength: 100, problem: 'verification.pose' })),
  },
  reply: ok,
  rates: [{ per: 'member', limit: 30, seconds: 86_400 }],
  carries: 'upload',
  files: { count: SELFIE.count, bytes: SELFIE.bytes },
  closedToImpersonation: true,
})

export const askToVerify = endpoint({
  method: 'POST',
  path: '/api/ask-to-verify',
  access: 'active',
  summary: 'Ask someone in a conversation to verify their photos; once a week',
  input: { recipient_id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})
