import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { AreYouOk } from '../features/dates/AreYouOk'
import { sendOutbox } from '../features/messages/send-outbox'
import { syncPushSubscription } from '../features/notifications/device'
import { syncTimeZone } from '../features/notifications/sync-time-zone'

/** Runs after the page has loaded. A separate file, so that the first screen does not load it. */
export function runAfterLoad(): void {
  void syncBrowser()
  // Messages that were left unsent when their conversation or the page was closed. Without a session there are none.
  sendOutbox()
  window.addEventListener('online', sendOutbox)
  showCheckIns()
}

/** In a root of its own, so that no screen waits for code that few members need. */
export function showCheckIns(): void {
  const place = document.getElementById('check-ins')
  if (place) return
  const made = Object.assign(document.createElement('div'), { id: 'check-ins' })
  document.body.append(made)
  createRoot(made).render(createElement(AreYouOk))
}

/** Sends the server this browser's time zone and push subscription. A failure is retried on the next visit. */
async function syncBrowser(): Promise<void> {
  await Promise.allSettled([syncTimeZone(), syncPushSubscription()])
}
