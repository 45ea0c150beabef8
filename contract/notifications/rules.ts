import { type NotificationKind, notifyKeys, notifyWays } from './kinds'

export const notificationKeys = [...notifyKeys, 'quiet_from', 'quiet_to', 'time_zone'] as const
export type NotificationKey = (typeof notificationKeys)[number]

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** An IANA name, as browsers have it, that this Node.js knows. */
function isTimeZone(value: string): boolean {
  // Offsets such as +10:00 know no summer.
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** Whether one of the settings may have this value. Empty quiet hours are none; an empty zone is the site's. */
export function isNotificationValue(key: NotificationKey, value: unknown): value is string {
  if (typeof value !== 'string') return false
  if (key === 'quiet_from' || key === 'quiet_to') return value === '' || TIME.test(value)
  if (key === 'time_zone') return value === '' || isTimeZone(value)
  return (notifyWays as readonly string[]).includes(value)
}

/** The longest address of a push service that is taken. */
export const ENDPOINT_MAX = 1000

/** The payload of a push, encrypted for the browser. It has neither names nor messages. */
export interface PushPayload {
  kind: NotificationKind
  text: string
  /** Where it leads, on this site. */
  url: string
  /** Conversations with unread messages, for the app's icon. */
  unread: number
  /** A later one of the same tag takes the place of the earlier. */
  tag: string
}
