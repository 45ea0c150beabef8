import { endpoint } from '../endpoint'
import { arr, bool, id, int, nullable, obj, ok, oneOf, opt, type Static, text, ts } from '../shapes'
import { FRAME } from './rules'

const Pose = obj({ key: text(), words: text() })

export const Verification = obj({
  verified: bool(),
  verified_ts: nullable(ts()),
  // When the badge ends, if the main photo stays.
  ends_ts: nullable(ts()),
  // How the latest pictures fared; `none` when none were sent, or the badge came of them.
  state: oneOf(['none', 'waiting', 'refused', 'expired']),
  sent_ts: nullable(ts()),
  // In words, where they were refused.
  reason: nullable(text()),
  approved_photos: int(),
  // Who would like the member to verify their photos, the latest first.
  asked: arr(obj({ username: text(), url_hash: text(), ts: ts() })),
})
export type Verification = Static<typeof Verification>

export const readVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'active',
  summary: "Whether the member's photos are verified, and how the latest pictures fared",
  input: {},
  reply: Verification,
})

export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verification-start',
  access: 'active',
  summary:
    'Two poses to be shown to the camera, within 90 seconds; whoever asks has agreed to being compared',
  input: {},
  reply: obj({
    // Used once, by this member; the next start takes its place.
    challenge: text(),
    // Each with the seated, one-handed pose that may be shown instead.
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
  summary: 'The two pictures of the camera as a multipart form, in the order of the poses',
  input: {
    challenge: text({ maxLength: 64, problem: 'verification.challenge' }),
    // The poses that were shown, written a,b; without it, those that were asked for.
    poses: opt(text({ maxLength: 100, problem: 'verification.pose' })),
  },
  reply: ok,
  rates: [{ per: 'member', limit: 30, seconds: 86_400 }],
  carries: 'upload',
  files: { count: FRAME.count, bytes: FRAME.bytes },
  closedToImpersonation: true,
})

export const askToVerify = endpoint({
  method: 'POST',
  path: '/api/ask-to-verify',
  access: 'active',
  summary: 'Tell somebody with whom there is a conversation that one would like verified photos; once a week',
  input: { recipient_id: id() },
  reply: ok,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})
