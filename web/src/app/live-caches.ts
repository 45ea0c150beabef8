import { updateLists } from '../features/browse/on-live'
import { updateDates } from '../features/dates/device-check-ins'
import { updateProfile } from '../features/member/on-live'
import { updatePhotos } from '../features/photos/on-live'
import { updateSafetyNotices } from '../features/safety/on-live'
import { updateVerification } from '../features/verification/on-live'
import type { LiveState, LiveUpdate } from '../platform/live/live-state'
import { queryClient } from '../platform/query'

/** Applies a live event to the cached data; each feature updates its own. Loaded after the first screen, so a separate file. */
export function updateCaches(update: LiveUpdate, before: LiveState): void {
  updateLists(queryClient, update, before.topNavAlerts)
  updateProfile(queryClient, update)
  updatePhotos(queryClient, update)
  updateVerification(queryClient, update)
  updateSafetyNotices(queryClient, update)
  updateDates(queryClient, update)
}
