import type { Counters, GestureEvent, StreamEvents } from '@rosella/contract/live/stream'
import { defaultSettings } from '@rosella/contract/settings/rules'
import { noTurns, type Turn, type Turns, takeTurn } from './turns'

/** What a banner in the page says: a tip, or what needs doing. */
export type Notice = { kind: 'tip'; tip: string } | { kind: 'email' | 'password' | 'photos' }

/** Somebody turned to the member: what a toast tells. */
export interface News extends GestureEvent {
  kind: 'like' | 'rose' | 'message'
}

/** The shared state that the live stream keeps. */
export interface LiveState {
  notificationSettings: StreamEvents['settings']
  notifications: Turns<Notice>
  notificationToasts: Turns<News>
  usersOnline: ReadonlySet<number>
  topNavAlerts: Counters
  adminAlerts: StreamEvents['admin']
}

const { notification_show_interval, notifications_gap } = defaultSettings

export const nothingLive: LiveState = {
  notificationSettings: { notification_show_interval, notifications_gap },
  notifications: noTurns,
  notificationToasts: noTurns,
  usersOnline: new Set(),
  topNavAlerts: { viewed_me: 0, likes_received: 0, roses_received: 0 },
  adminAlerts: { photos: 0, reports: 0 },
}

/** An event of the stream with its name. */
export type LiveEvent = { [E in keyof StreamEvents]: { event: E; data: StreamEvents[E] } }[keyof StreamEvents]

/** What those who keep data by the stream are told: each event, and that some may have been missed. */
export type LiveNews = LiveEvent | { event: 'missed' }

/** When an event comes, and where the member is at that moment. */
export interface Moment {
  now: number
  path: string
}

/** The state after an event: what the server sends whole replaces what was, news wait for their turn. */
export function afterEvent(live: LiveState, news: LiveEvent, { now, path }: Moment): LiveState {
  switch (news.event) {
    case 'settings':
      return { ...live, notificationSettings: news.data }
    case 'connections':
      return { ...live, topNavAlerts: news.data }
    case 'online':
      return { ...live, usersOnline: new Set(news.data.split(',').filter(Boolean).map(Number)) }
    case 'admin':
      return { ...live, adminAlerts: news.data }
    case 'photos':
      return live
    case 'tip':
      return turnNotices(live, { do: 'add', item: { kind: 'tip', tip: news.data.tip } }, now)
    case 'like':
    case 'rose':
    case 'message': {
      const item: News = { kind: news.event, ...news.data }
      return isAtSender(item, path) ? live : turnToasts(live, { do: 'add', item }, now)
    }
  }
}

/** A message is not announced to one who is on the sender's profile, where it appears by itself. */
export const isAtSender = ({ kind, url_hash }: News, path: string): boolean =>
  kind === 'message' && path === `/${url_hash}`

export const turnNotices = (live: LiveState, turn: Turn<Notice>, now: number): LiveState => ({
  ...live,
  notifications: takeTurn(live.notifications, turn, now, live.notificationSettings),
})

export const turnToasts = (live: LiveState, turn: Turn<News>, now: number): LiveState => ({
  ...live,
  notificationToasts: takeTurn(live.notificationToasts, turn, now, live.notificationSettings),
})
