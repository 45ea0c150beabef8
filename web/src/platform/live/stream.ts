import { HEARTBEAT_EVERY, streamEventNames } from '@rosella/contract/live/rules'
import { credentials } from '../api'
import type { LiveEvent } from './live-state'

/** Silence is counted in steps, not by the time, because a sleeping machine receives nothing. */
const STEP_MS = 5000
/** Two heartbeats and some slack, because one may be late. */
const SILENT_STEPS = (2 * HEARTBEAT_EVERY + 10) / (STEP_MS / 1000)

/**
 * Opens the live stream of the current session. EventSource would reconnect by itself, so it is closed on an error and
 * reopened with the session. A half-open connection raises no error, so silence counts as one.
 */
export function openStream(
  onEvent: (update: LiveEvent) => void,
  onLost: () => void,
  isHidden = false,
): () => void {
  const input = new URLSearchParams({ ...credentials(), ...(isHidden && { background: '1' }) })
  const source = new EventSource(`/api/notifications?${input}`)
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
