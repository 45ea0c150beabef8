import { sendOutbox } from '../features/messages/send-outbox'
import { syncBrowser } from '../features/notifications/sync-browser'

/** Runs after the page has loaded. A separate file, so that the first screen does not load it. */
export function runAfterLoad(): void {
  void syncBrowser()
  // Messages that were left unsent when their conversation or the page was closed. Without a session there are none.
  sendOutbox()
  window.addEventListener('online', sendOutbox)
}
