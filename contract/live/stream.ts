import type { SiteSettings } from '../settings/rules'

export interface GestureEvent {
  from: string
  photo: string | null
  url_hash: string
}

export interface Counters {
  viewed_me: number
  likes_received: number
  roses_received: number
  /** Conversations with unread messages. */
  unread: number
}

/** What the event stream carries, by event name. */
export interface StreamEvents {
  settings: Pick<SiteSettings, 'notifications_gap' | 'notification_show_interval'>
  online: string
  connections: Counters
  tip: { tip: string }
  like: GestureEvent
  rose: GestureEvent
  message: GestureEvent
  admin: { photos: number; reports: number; verifications: number }
  /** Ours: somebody would like the member to verify their photos. */
  verify: GestureEvent
  /** Ours: the member's pictures have been decided, or the badge has ended. */
  verification: { verified: boolean }
  /** Ours: a moderator has decided photos of the member's, or taken that back. */
  photos: { decided: string[] }
  /** Ours: every HEARTBEAT_EVERY seconds, so that a line that is only half open is noticed. */
  heartbeat: Record<string, never>
}
export const streamEvents = [
  'settings',
  'online',
  'connections',
  'tip',
  'like',
  'rose',
  'message',
  'admin',
  'photos',
  'verify',
  'verification',
  'heartbeat',
] as const satisfies (keyof StreamEvents)[]

export const ONLINE_MAX = 1000
/** Seconds between two lists of who is online, at least. */
export const ONLINE_EVERY = 10
export const TIP_EVERY = 600
/** Seconds. */
export const HEARTBEAT_EVERY = 15
