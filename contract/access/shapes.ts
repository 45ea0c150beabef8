import { roles } from '../member/status'
import { arr, bool, int, nullable, obj, oneOf, opt, type Static, text, ts, yes } from '../shapes'

/**
 * Stored by the client under `userInfo`. Beyond the specification: photo_sizes (whether the photo has
 * its derived sizes), email_undeliverable (an email to the address came back), stealth_mode (status badge), paused and unseen_notices
 * (banners), check_ins (the number that have not ended), has_password (without one the web asks the member to choose one), role, and key_missing (staff
 * with neither a passkey nor two-step verification are sent to set one up).
 */
export const sessionFields = {
  id: int(),
  email: text(),
  username: nullable(text()),
  photo: nullable(text()),
  photo_sizes: bool(),
  token: text(),
  valid: bool(),
  admin: bool(),
  profile_completed_ts: nullable(ts()),
  premium: bool(),
  email_confirmed: bool(),
  email_undeliverable: bool(),
  uploaded_min_photos: bool(),
  status: int(),
  url_hash: text(),
  stealth_mode: bool(),
  has_password: bool(),
  paused: bool(),
  unseen_notices: int(),
  check_ins: int(),
  role: nullable(oneOf(roles)),
  key_missing: bool(),
}
export const SessionRecord = obj(sessionFields)
export type SessionRecord = Static<typeof SessionRecord>

/** The reply to a correct password, link or code where two-step verification is on. */
export const TwoStepNeeded = obj({ two_step: yes(), ticket: text() })
export type TwoStepNeeded = Static<typeof TwoStepNeeded>

/** Bytes in the base64url encoding of WebAuthn's JSON. */
const bytes = (maxLength: number) => text({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })
const type = () => oneOf(['public-key'])
const transports = () => opt(arr(text({ maxLength: 20 }), { maxItems: 10 }))
const Known = obj({ id: text(), type: type(), transports: transports() })

/** PublicKeyCredentialRequestOptionsJSON, passed to `startAuthentication` unchanged. */
export const PasskeyRequest = obj({
  challenge: text(),
  timeout: int(),
  rpId: text(),
  allowCredentials: arr(Known),
  userVerification: oneOf(['required']),
})

/** PublicKeyCredentialCreationOptionsJSON, passed to `startRegistration` unchanged. */
export const PasskeyCreation = obj({
  rp: obj({ id: text(), name: text() }),
  user: obj({ id: text(), name: text(), displayName: text() }),
  challenge: text(),
  pubKeyCredParams: arr(obj({ alg: int({ minimum: -65_535 }), type: type() })),
  timeout: int(),
  excludeCredentials: arr(Known),
  authenticatorSelection: obj({
    residentKey: oneOf(['required']),
    requireResidentKey: yes(),
    userVerification: oneOf(['required']),
  }),
  attestation: oneOf(['none']),
})

const answered = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: type(),
  authenticatorAttachment: opt(text({ maxLength: 40 })),
  clientExtensionResults: opt(obj({})),
}

/** AuthenticationResponseJSON, the result of `startAuthentication`. */
export const PasskeyAnswer = obj({
  ...answered,
  response: obj({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: opt(nullable(bytes(200))),
  }),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

/** RegistrationResponseJSON, the result of `startRegistration`. */
export const NewPasskey = obj({
  ...answered,
  response: obj({ clientDataJSON: bytes(4000), attestationObject: bytes(5000), transports: transports() }),
})
export type NewPasskey = Static<typeof NewPasskey>

/** The credentials that `/settings#password` shows. */
export const OwnCredentials = obj({
  passkeys: arr(obj({ id: int(), name: text(), created_ts: ts(), last_used_ts: nullable(ts()) })),
  /** When two-step verification was switched on; null while it is off. */
  two_step_ts: nullable(ts()),
  /** Unused recovery codes. */
  recovery_left: int(),
})
export type OwnCredentials = Static<typeof OwnCredentials>
