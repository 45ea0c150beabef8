import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession } from '../../platform/session/session'

/** A moderator's decision changes the photos and the session, which has the main photo and the number of photos. */
export function updatePhotos(client: QueryClient, { event }: LiveUpdate): void {
  if (event !== 'photos' && event !== 'missed') return
  void refetchOutdated(client, queryKeys.ownPhotos(getSession()?.id))
  // After missed events the session has already been reloaded.
  if (event === 'photos') void reloadSession()
}
