import { streamEvents } from '@rosella/contract/live/stream'
import { credentials } from './api'
import type { LiveEvent } from './live-state'

/**
 * Opens the live stream of the current session. EventSource would reconnect by itself: on an error it is
 * closed, and the session's return re-opens it.
 */
export function openStream(onEvent: (update: LiveEvent) => void, onLost: () => void): () => void {
  const source = new EventSource(`/api/notifications?${new URLSearchParams(credentials())}`)
  for (const event of streamEvents) {
    source.addEventListener(event, (message: MessageEvent<string>) =>
      onEvent({ event, data: JSON.parse(message.data) } as LiveEvent),
    )
  }
  source.onerror = () => {
    source.close()
    onLost()
  }
  return () => source.close()
}
