import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession } from '../../platform/session/session'

/** A decision changes the member's photos and, by the main photo and their number, the session. */
export function updatePhotos(client: QueryClient, { event }: LiveUpdate): void {
  if (event !== 'photos' && event !== 'missed') return
  void refetchOutdated(client, queryKeys.ownPhotos(getSession()?.id))
  // The session that brought a lost stream back is new already.
  if (event === 'photos') void reloadSession()
}
