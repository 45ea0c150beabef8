import { HEARTBEAT_EVERY, streamEventNames } from '@rosella/contract/live/rules'
import { credentials } from '../api'
import type { LiveEvent } from './live-state'

/** Looked at in steps, and not by the clock: a machine that slept was not listening to a silent line. */
const STEP_MS = 5000
/** Two heartbeats and a little more, because one may be late. */
const SILENT_STEPS = (2 * HEARTBEAT_EVERY + 10) / (STEP_MS / 1000)

/**
 * Opens the live stream of the current session. EventSource would reconnect by itself: on an error it is
 * closed, and the session's return re-opens it. A line that is dead at one end only gives no error: silence is one.
 */
export function openStream(onEvent: (update: LiveEvent) => void, onLost: () => void): () => void {
  const source = new EventSource(`/api/notifications?${new URLSearchParams(credentials())}`)
  let silent = 0
  const watch = setInterval(() => {
    if (++silent >= SILENT_STEPS) lose()
  }, STEP_MS)
  const close = () => {
    clearInterval(watch)
    source.close()
  }
  const lose = () => {
    close()
    onLost()
  }
  for (const event of streamEventNames) {
    source.addEventListener(event, (message: MessageEvent<string>) => {
      silent = 0
      onEvent({ event, data: JSON.parse(message.data) } as LiveEvent)
    })
  }
  source.onerror = lose
  return close
}
