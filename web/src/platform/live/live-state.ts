import type { Counters, GestureEvent, StreamEvents } from '@rosella/contract/live/stream'
import { type ToastKind, toasts } from '@rosella/contract/notifications/kinds'
import { defaultSettings } from '@rosella/contract/settings/rules'
import { type DisplayAction, type DisplayQueue, emptyDisplayQueue, updateDisplayQueue } from './display-queue'

/** A tip, or a reminder of something to do. */
export type BannerNotification = { kind: 'tip'; tip: string } | { kind: 'email' | 'password' | 'photos' }

/** An event from another member, shown as a toast. */
export interface ToastNotification extends GestureEvent {
  kind: ToastKind
}

/** The shared state that the live stream updates. */
export interface LiveState {
  notificationSettings: StreamEvents['settings']
  notifications: DisplayQueue<BannerNotification>
  notificationToasts: DisplayQueue<ToastNotification>
  usersOnline: ReadonlySet<number>
  topNavAlerts: Counters
  adminAlerts: StreamEvents['admin']
}

const { notification_show_interval, notifications_gap } = defaultSettings

export const emptyLiveState: LiveState = {
  notificationSettings: { notification_show_interval, notifications_gap },
  notifications: emptyDisplayQueue,
  notificationToasts: emptyDisplayQueue,
  usersOnline: new Set(),
  topNavAlerts: { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 0 },
  adminAlerts: { photos: 0, reports: 0, verifications: 0 },
}

/** An event of the stream with its name. */
export type LiveEvent = { [E in keyof StreamEvents]: { event: E; data: StreamEvents[E] } }[keyof StreamEvents]

/** Sent to listeners: each event, and a notice that some may have been missed. */
export type LiveUpdate = LiveEvent | { event: 'missed' }

/** The time of an event, and the path and query of the page the member is on. */
interface Moment {
  now: number
  path: string
}

/** The state after an event. Complete values replace the old ones, and notifications are queued. */
export function afterEvent(live: LiveState, update: LiveEvent, { now, path }: Moment): LiveState {
  if (isToastEvent(update)) {
    const item: ToastNotification = { kind: update.event, ...update.data }
    return isAtSender(item, path) ? live : updateToasts(live, { do: 'add', item }, now)
  }
  switch (update.event) {
    case 'settings':
      return { ...live, notificationSettings: update.data }
    case 'connections':
      return { ...live, topNavAlerts: update.data }
    case 'online':
      return { ...live, usersOnline: new Set(update.data.split(',').filter(Boolean).map(Number)) }
    case 'admin':
      return { ...live, adminAlerts: update.data }
    case 'photos':
    case 'verification':
    case 'safety_notice':
    case 'date':
    case 'check_in':
    case 'heartbeat':
      return live
    case 'tip':
      return updateBanners(live, { do: 'add', item: { kind: 'tip', tip: update.data.tip } }, now)
  }
}

const isToastEvent = (update: LiveEvent): update is Extract<LiveEvent, { event: ToastKind }> =>
  Object.hasOwn(toasts, update.event)

/** A message needs no toast on the sender's profile or in the open conversation, because it appears there anyway. */
export function isAtSender({ kind, url_hash }: ToastNotification, path: string): boolean {
  if (toasts[kind].opens !== 'conversation') return false
  const { pathname, searchParams } = new URL(path, 'https://site.invalid')
  return pathname === `/${url_hash}` || (pathname === '/messages' && searchParams.get('with') === url_hash)
}

export const updateBanners = (
  live: LiveState,
  action: DisplayAction<BannerNotification>,
  now: number,
): LiveState => ({
  ...live,
  notifications: updateDisplayQueue(live.notifications, action, now, live.notificationSettings),
})

export const updateToasts = (
  live: LiveState,
  action: DisplayAction<ToastNotification>,
  now: number,
): LiveState => ({
  ...live,
  notificationToasts: updateDisplayQueue(live.notificationToasts, action, now, live.notificationSettings),
})
