import { type StreamEvents, streamEvents } from '@rosella/contract/live/stream'
import { credentials } from './api'

export type OnStreamEvent = <E extends keyof StreamEvents>(event: E, data: StreamEvents[E]) => void

/**
 * Opens the live stream of the current session. EventSource would reconnect by itself: on an error it is
 * closed, and the session's return re-opens it.
 */
export function openStream(onEvent: OnStreamEvent, onLost: () => void): () => void {
  const source = new EventSource(`/api/notifications?${new URLSearchParams(credentials())}`)
  for (const name of streamEvents) {
    source.addEventListener(name, (event) => onEvent(name, JSON.parse((event as MessageEvent<string>).data)))
  }
  source.onerror = () => {
    source.close()
    onLost()
  }
  return () => source.close()
}
