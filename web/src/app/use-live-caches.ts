import { useEffect } from 'react'
import { updateLists } from '../features/browse/on-live'
import { updateProfile } from '../features/member/on-live'
import { updatePhotos } from '../features/photos/on-live'
import { updateVerification } from '../features/verification/on-live'
import { onLive } from '../platform/live/live'
import { queryClient } from '../platform/query'

/** Applies live events to the cached data. Each feature updates its own. */
export function useLiveCaches(): void {
  useEffect(
    () =>
      onLive((update, before) => {
        updateLists(queryClient, update, before.topNavAlerts)
        updateProfile(queryClient, update)
        updatePhotos(queryClient, update)
        updateVerification(queryClient, update)
      }),
    [],
  )
}
