import type { Counters, StreamEvents } from '@rosella/contract/live/stream'
import { useSyncExternalStore } from 'react'
import { openStream } from './stream'

/** The shared state that the live stream keeps. */
export interface LiveState {
  notificationSettings: StreamEvents['settings']
  topNavAlerts: Counters
  usersOnline: ReadonlySet<number>
  adminAlerts: StreamEvents['admin']
}

const nothing: LiveState = {
  notificationSettings: { notification_show_interval: 6, notifications_gap: 2 },
  topNavAlerts: { viewed_me: 0, likes_received: 0, roses_received: 0 },
  usersOnline: new Set(),
  adminAlerts: { photos: 0, reports: 0 },
}

let state = nothing
const renderers = new Set<() => void>()

function change(part: Partial<LiveState>): void {
  state = { ...state, ...part }
  for (const render of renderers) render()
}

/** What an event does to the shared state. Gestures, messages and tips only pass by. */
function patchOf<E extends keyof StreamEvents>(event: E, data: StreamEvents[E]): Partial<LiveState> {
  switch (event) {
    case 'settings':
      return { notificationSettings: data as StreamEvents['settings'] }
    case 'connections':
      return { topNavAlerts: data as Counters }
    case 'online':
      return { usersOnline: new Set(String(data).split(',').filter(Boolean).map(Number)) }
    case 'admin':
      return { adminAlerts: data as StreamEvents['admin'] }
    default:
      return {}
  }
}

/** Opens the stream for a session; the answer closes it. */
export function goLive({ onEvent, onLost }: { onEvent: () => void; onLost: () => void }): () => void {
  const close = openStream((event, data) => {
    onEvent()
    change(patchOf(event, data))
  }, onLost)
  return () => {
    close()
    change(nothing)
  }
}

export function useLive<T>(select: (live: LiveState) => T): T {
  return useSyncExternalStore(
    (render) => {
      renderers.add(render)
      return () => void renderers.delete(render)
    },
    () => select(state),
  )
}
