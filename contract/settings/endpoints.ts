import { emailInput, newPassword } from '../access/endpoints'
import { endpoint } from '../endpoint'
import { UserSummary } from '../messages/shapes'
import { type NotifyKey, type NotifyWay, notifyKeys, notifyWays } from '../notifications/kinds'
import { notificationKeys } from '../notifications/rules'
import { arr, bool, int, json, nullable, obj, ok, oneOf, opt, text, texts, ts } from '../shapes'
import { PEOPLE_I_KNOW_MAX, switchKeys } from './rules'
import { ReadableSettings, ServerSettings } from './shapes'

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'public',
  summary: 'Server settings by name, separated by commas or named one by one',
  input: { settings: opt(texts(200)) },
  reply: ReadableSettings,
})

const notifyWay = oneOf<NotifyWay>(notifyWays)
const notifySettings = Object.fromEntries(notifyKeys.map((key) => [key, notifyWay])) as Record<
  NotifyKey,
  typeof notifyWay
>

export const getUserSettings = endpoint({
  method: 'GET',
  path: '/api/user-settings',
  access: 'active',
  summary: "The member's own settings and the server's",
  input: {},
  reply: obj({
    u: obj({
      summaries: bool(),
      stealth_mode: bool(),
      read_receipts: bool(),
      show_gender_birth: bool(),
      // Others see the state only.
      town_hidden: bool(),
      // Absent from every list of strangers.
      paused: bool(),
      // Neither suggested nor given suggestions.
      no_suggestions: bool(),
      deactivated_ts: nullable(ts()),
      ...notifySettings,
      // Quiet hours as HH:MM in the time zone, or empty.
      quiet_from: text(),
      quiet_to: text(),
      time_zone: text(),
      // Ours: with fewer than photos_min the account status says so.
      approved_photos: int(),
    }),
    s: ServerSettings,
    // Ours: whether the operator has switched push on.
    push: bool(),
  }),
})

/** Not in rules.ts, because every page of the web loads that file. */
export const userSettingKeys = [...switchKeys, ...notificationKeys] as const

export const saveSetting = endpoint({
  method: 'POST',
  path: '/api/settings-auto-save',
  access: 'active',
  summary: 'Save one setting of the member',
  input: { key: oneOf(userSettingKeys, { problem: 'setting.unknown' }), value: json() },
  reply: ok,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  access: 'active',
  summary: 'Mail a verification link',
  input: {},
  reply: ok,
  rates: [{ per: 'member', limit: 5, seconds: 3600 }],
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/change-email',
  access: 'active',
  summary: 'Change the address; the old token ends and a new one is answered',
  input: { new_email: emailInput(), password: text({ maxLength: 64 }) },
  reply: obj({ message: text(), token: text() }),
  rates: [{ per: 'member', limit: 10, seconds: 3600 }],
  closedToImpersonation: true,
})

export const settingsChangePassword = endpoint({
  method: 'POST',
  path: '/api/settings-change-password',
  access: 'active',
  summary: 'Change the password and end all other sessions',
  input: { current: text({ maxLength: 64 }), new: newPassword() },
  reply: ok,
  rates: [{ per: 'member', limit: 10, seconds: 3600 }],
  closedToImpersonation: true,
})

export const blockedUsers = endpoint({
  method: 'GET',
  path: '/api/blocked-users',
  access: 'active',
  summary: 'Whom the member has blocked',
  input: {},
  reply: obj({ u: arr(UserSummary) }),
})

const KnownPeople = obj({ count: int() })

export const countPeopleIKnow = endpoint({
  method: 'GET',
  path: '/api/people-i-know',
  access: 'active',
  summary: 'How many addresses the member hides from; which is told to nobody',
  input: {},
  reply: KnownPeople,
})

export const addPeopleIKnow = endpoint({
  method: 'POST',
  path: '/api/people-i-know',
  access: 'active',
  summary: 'Hide from whoever has one of these addresses, now or later',
  input: { addresses: arr(text({ maxLength: 254 }), { maxItems: PEOPLE_I_KNOW_MAX }) },
  reply: KnownPeople,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})

export const clearPeopleIKnow = endpoint({
  method: 'POST',
  path: '/api/people-i-know-clear',
  access: 'active',
  summary: 'Hide from nobody by address any more',
  input: {},
  reply: KnownPeople,
  closedToImpersonation: true,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'public',
  summary: 'One-click end of the mails that the key came with',
  input: { key: text({ maxLength: 128, problem: 'unsubscribe.invalid' }) },
  reply: ok,
  carries: 'one-click',
})
