import { keepDevice } from './device'
import { keepTimeZone } from './keep-time-zone'

/** What the server has to know of this browser. A failure is made good at the next visit. */
export async function keepBrowser(): Promise<void> {
  await Promise.allSettled([keepTimeZone(), keepDevice()])
}
