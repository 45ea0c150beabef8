import { endpoint } from '../endpoint'
import { OwnProfile, PromptAnswer, PromptQuestion } from '../profile/shapes'
import { ServerSettings } from '../settings/shapes'
import { arr, bool, either, flag, id, int, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { SecondNeeded } from './key-shapes'
import { CODE_PATTERN, EMAIL_MAX, EMAIL_PATTERN, HASH_PATTERN, PASSWORD_PATTERN } from './rules'
import { SessionRecord, sessionFields } from './shapes'

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
    va: opt(flag()),
  },
  reply: either(SessionRecord, SecondNeeded),
  // Wrong passwords and codes are counted where they are checked: a stranger's must not keep the owner out.
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
  summary: 'Mail a link to /change-password',
  input: { email: emailInput() },
  reply: ok,
  rates: [
    { per: 'address', limit: 20, seconds: 600 },
    { per: 'account', limit: 5, seconds: 600 },
  ],
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/api/request-access',
  access: 'public',
  summary: 'Mail an access link or a six-digit code',
  input: { email: emailInput(), kind: oneOf(['link', 'code']) },
  reply: ok,
  rates: [
    { per: 'address', limit: 20, seconds: 600 },
    { per: 'account', limit: 5, seconds: 600 },
  ],
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
  summary: 'The session record, and what the profile form needs',
  input: { reg: opt(flag()) },
  // Part 1 reads the session fields off the answer, part 2 reads `user`: both are there.
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
  summary: "The member's own sessions",
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
