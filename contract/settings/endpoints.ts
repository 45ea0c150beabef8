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
  summary: 'Read server settings by name, comma-separated or as repeated parameters',
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
  summary: "Read the member's own settings and the server's",
  input: {},
  reply: obj({
    u: obj({
      summaries: bool(),
      stealth_mode: bool(),
      read_receipts: bool(),
      show_gender_birth: bool(),
      // Others see only the state.
      town_hidden: bool(),
      // Not listed to strangers.
      paused: bool(),
      // Neither suggested to others nor shown suggestions.
      no_suggestions: bool(),
      deactivated_ts: nullable(ts()),
      ...notifySettings,
      // Quiet hours as HH:MM in the time zone, or empty.
      quiet_from: text(),
      quiet_to: text(),
      time_zone: text(),
      // Beyond the specification: with fewer than photos_min the account status mentions it.
      approved_photos: int(),
    }),
    s: ServerSettings,
    // Beyond the specification: whether the operator has configured push.
    push: bool(),
    // Beyond the specification: on how many devices the member gets push notifications.
    push_devices: int(),
  }),
})

/** Not in rules.ts, because every page of the web app loads that file. */
export const userSettingKeys = [...switchKeys, ...notificationKeys] as const

export const saveSetting = endpoint({
  method: 'POST',
  path: '/api/settings-auto-save',
  access: 'active',
  summary: "Save one of the member's settings",
  input: { key: oneOf(userSettingKeys, { problem: 'setting.unknown' }), value: json() },
  reply: ok,
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email',
  access: 'active',
  summary: 'Email a link that confirms the address',
  input: {},
  reply: ok,
  rates: [{ per: 'member', limit: 5, seconds: 3600 }],
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/change-email',
  access: 'active',
  summary: 'Change the email address; returns a new token that replaces the old one',
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
  summary: 'List the people the member has blocked, latest first, 200 a page',
  input: { p: opt(int({ minimum: 1 })) },
  reply: obj({ u: arr(UserSummary), pages: int() }),
  rates: [{ per: 'member', limit: 120, seconds: 600 }],
})

const KnownPeople = obj({ count: int() })

export const countPeopleIKnow = endpoint({
  method: 'GET',
  path: '/api/people-i-know',
  access: 'active',
  summary: 'Count the addresses the member hides from; the addresses are never returned',
  input: {},
  reply: KnownPeople,
})

export const addPeopleIKnow = endpoint({
  method: 'POST',
  path: '/api/people-i-know',
  access: 'active',
  summary: 'Hide from everyone who has, or later gets, one of these addresses',
  input: { addresses: arr(text({ maxLength: 254 }), { maxItems: PEOPLE_I_KNOW_MAX }) },
  reply: KnownPeople,
  rates: [{ per: 'member', limit: 60, seconds: 3600 }],
  closedToImpersonation: true,
})

export const clearPeopleIKnow = endpoint({
  method: 'POST',
  path: '/api/people-i-know-clear',
  access: 'active',
  summary: 'Clear the list of hidden addresses',
  input: {},
  reply: KnownPeople,
  closedToImpersonation: true,
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'public',
  summary: 'Unsubscribe with one click from the emails that carried the key',
  input: { key: text({ maxLength: 128, problem: 'unsubscribe.invalid' }) },
  reply: ok,
  carries: 'one-click',
})
