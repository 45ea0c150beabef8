import { endpoint } from '../endpoint'
import { OwnProfile, PromptAnswer, PromptQuestion } from '../profile/shapes'
import { ServerSettings } from '../settings/shapes'
import { arr, bool, either, flag, id, int, obj, ok, oneOf, opt, text, ts } from '../shapes'
import {
  CODE_PATTERN,
  EMAIL_MAX,
  EMAIL_PATTERN,
  HASH_PATTERN,
  PASSKEY_NAME_MAX,
  PASSWORD_PATTERN,
  TWO_STEP_CODE_MAX,
} from './rules'
import {
  NewPasskey,
  OwnCredentials,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
  SessionRecord,
  sessionFields,
  TwoStepNeeded,
} from './shapes'

export const emailInput = () =>
  text({ maxLength: EMAIL_MAX, pattern: EMAIL_PATTERN, problem: 'email.invalid' })
export const newPassword = () =>
  text({ pattern: PASSWORD_PATTERN, maxLength: 64, problem: 'password.invalid' })

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'Log in with a password, an access link or a code',
  input: {
    email: emailInput(),
    password: opt(text({ maxLength: 64, problem: 'password.invalid' })),
    hash: opt(text({ pattern: HASH_PATTERN, problem: 'link.invalid' })),
    code: opt(text({ pattern: CODE_PATTERN, problem: 'code.invalid' })),
    // With a link or code: where it would remove the account's password, refuse it unused instead.
    ask_password: opt(flag()),
    va: opt(flag()),
  },
  reply: either(SessionRecord, TwoStepNeeded),
  // The account's wrong passwords and codes are counted in the action, so that a stranger can't lock the owner out.
  rates: [{ per: 'address', limit: 100, seconds: 600 }],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'member',
  summary: 'End this session',
  input: {},
  reply: ok,
  leaves: true,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  access: 'public',
  summary: 'Email a link to /change-password',
  input: { email: emailInput() },
  reply: ok,
  // The emails to an address are counted in the action, so that a stranger can't use up the owner's access link.
  rates: [{ per: 'address', limit: 20, seconds: 600 }],
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/api/request-access',
  access: 'public',
  summary: 'Email an access link or a six-digit code',
  input: { email: emailInput(), kind: oneOf(['link', 'code']) },
  reply: ok,
  // The emails to an address are counted in the action, so that a stranger can't use up the owner's access link.
  rates: [{ per: 'address', limit: 20, seconds: 600 }],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/change-password',
  access: 'member',
  summary: 'Set a new password after logging in by an access link',
  input: { password: newPassword(), repeatPassword: text({ maxLength: 64 }) },
  reply: ok,
  rates: [{ per: 'member', limit: 10, seconds: 3600 }],
  closedToImpersonation: true,
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'member',
  summary: 'Read the session record and the data of the profile form',
  input: { reg: opt(flag()) },
  // Part 1 reads the session fields at the top level, part 2 reads them from `user`; the reply has both.
  reply: obj({
    ...sessionFields,
    user: OwnProfile,
    settings: ServerSettings,
    prompts: arr(PromptQuestion),
    user_dp: arr(PromptAnswer),
    // Conversations with unread messages.
    unread: int(),
  }),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'member',
  summary: "List the member's own sessions",
  input: {},
  reply: obj({
    sessions: arr(obj({ id: int(), device: text(), created_ts: ts(), last_used_ts: ts(), current: bool() })),
  }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/session',
  access: 'member',
  summary: "End one of the member's own sessions, or all but this one",
  input: { session_id: opt(id()), others: opt(bool()) },
  reply: ok,
  closedToImpersonation: true,
})

const twoStepCode = () => text({ maxLength: TWO_STEP_CODE_MAX, problem: 'two-step.wrong' })
const ticket = () => text({ maxLength: 128, problem: 'two-step.ticket' })
const recoveryCodes = obj({ recovery_codes: arr(text()) })
const tenAnHour = [{ per: 'member', limit: 10, seconds: 3600 }] as const

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/passkey-options',
  access: 'public',
  summary: 'Create a passkey challenge to log in or, with a session, to re-authenticate',
  // Without a session the options are the same for everyone. With one, only POST /api/reauthenticate accepts
  // the result.
  input: { email: opt(text({ maxLength: 254 })), token: opt(text({ maxLength: 128 })) },
  reply: PasskeyRequest,
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/passkey-login',
  access: 'public',
  summary: 'Log in with a passkey, with no email address and no two-step code',
  input: { passkey: PasskeyAnswer },
  reply: SessionRecord,
  rates: [{ per: 'address', limit: 100, seconds: 600 }],
})

export const passkeyRegisterOptions = endpoint({
  method: 'POST',
  path: '/api/passkey-register-options',
  access: 'active',
  summary: 'Create a challenge to add a passkey',
  input: {},
  reply: PasskeyCreation,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
  reauthenticate: true,
})

export const passkeyRegister = endpoint({
  method: 'POST',
  path: '/api/passkey-register',
  access: 'active',
  summary: 'Add a passkey',
  input: { name: opt(text({ maxLength: PASSKEY_NAME_MAX })), passkey: NewPasskey },
  reply: OwnCredentials,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'active',
  summary: "List the member's passkeys and the state of two-step verification",
  input: {},
  reply: OwnCredentials,
  closedToImpersonation: true,
})

export const deletePasskey = endpoint({
  method: 'POST',
  path: '/api/passkey-delete',
  access: 'active',
  summary: 'Remove a passkey',
  input: { id: id() },
  reply: OwnCredentials,
  closedToImpersonation: true,
  reauthenticate: true,
})

export const startTwoStep = endpoint({
  method: 'POST',
  path: '/api/two-step-start',
  access: 'active',
  summary: 'Create a secret for an authenticator app, as text and as the URI of a QR code',
  input: {},
  reply: obj({ secret: text(), uri: text() }),
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
  reauthenticate: true,
})

export const confirmTwoStep = endpoint({
  method: 'POST',
  path: '/api/two-step-confirm',
  access: 'active',
  summary: 'Switch on two-step verification with a code from the app; returns the recovery codes, only once',
  input: { code: twoStepCode() },
  reply: recoveryCodes,
  rates: [{ per: 'member', limit: 30, seconds: 3600 }],
  closedToImpersonation: true,
})

export const disableTwoStep = endpoint({
  method: 'POST',
  path: '/api/two-step-off',
  access: 'active',
  summary: 'Switch off two-step verification',
  input: {},
  reply: OwnCredentials,
  rates: tenAnHour,
  closedToImpersonation: true,
  reauthenticate: true,
})

export const newRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/recovery-codes',
  access: 'active',
  summary: 'Replace the recovery codes with ten new ones, returned only once',
  input: {},
  reply: recoveryCodes,
  rates: tenAnHour,
  closedToImpersonation: true,
  reauthenticate: true,
})

export const loginTwoStep = endpoint({
  method: 'POST',
  path: '/api/login-two-step',
  access: 'public',
  summary: 'Complete a log-in with a code from the authenticator app or a recovery code',
  input: { ticket: ticket(), code: twoStepCode() },
  reply: SessionRecord,
  rates: [{ per: 'address', limit: 100, seconds: 600 }],
})

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/reauthenticate',
  access: 'active',
  summary: 'Re-authenticate with the password, a two-step code or a passkey',
  input: {
    password: opt(text({ maxLength: 64, problem: 'password.wrong' })),
    code: opt(twoStepCode()),
    passkey: opt(PasskeyAnswer),
  },
  reply: ok,
  rates: [{ per: 'member', limit: 20, seconds: 3600 }],
  closedToImpersonation: true,
})

export const undo = endpoint({
  method: 'POST',
  path: '/api/undo',
  access: 'public',
  summary: 'Undo the credential change, or end the session, that an email announced',
  input: { key: text({ pattern: HASH_PATTERN, problem: 'undo.key' }) },
  reply: obj({ message: text() }),
  rates: [{ per: 'address', limit: 60, seconds: 600 }],
})
