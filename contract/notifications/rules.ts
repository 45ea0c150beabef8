import { type NotificationKind, notifyKeys, notifyWays } from './kinds'

export const notificationKeys = [...notifyKeys, 'quiet_from', 'quiet_to', 'time_zone'] as const
export type NotificationKey = (typeof notificationKeys)[number]

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** An IANA name, as browsers report it, that this Node.js knows. */
function isTimeZone(value: string): boolean {
  // Offsets such as +10:00 have no daylight saving.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** Validates the value of a setting. Empty quiet hours mean none; an empty zone means the site's. */
export function isNotificationValue(key: NotificationKey, value: unknown): value is string {
  if (typeof value !== 'string') return false
  if (key === 'quiet_from' || key === 'quiet_to') return value === '' || TIME.test(value)
  if (key === 'time_zone') return value === '' || isTimeZone(value)
  return (notifyWays as readonly string[]).includes(value)
}

export const ENDPOINT_MAX = 1000

/** The payload of a push, encrypted for the browser. It has neither names nor messages. */
export interface PushPayload {
  kind: NotificationKind
  text: string
  /** Path on this site that a click opens. */
  url: string
  /** Conversations with unread messages, for the app icon. */
  unread: number
  /** A later push with the same tag replaces the earlier one. */
  tag: string
}
