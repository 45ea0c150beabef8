import { syncPushSubscription } from './device'
import { syncTimeZone } from './sync-time-zone'

/** Sends the server this browser's time zone and push subscription. A failure is retried on the next visit. */
export async function syncBrowser(): Promise<void> {
  await Promise.allSettled([syncTimeZone(), syncPushSubscription()])
}
