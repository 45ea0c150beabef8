import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../../platform/ask-anew'
import type { LiveNews } from '../../platform/live-state'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/reload-session'
import { getSession } from '../../platform/session'

/** A decision changes the member's photos and, by the main photo and their number, the session. */
export function updatePhotos(client: QueryClient, { event }: LiveNews): void {
  if (event !== 'photos' && event !== 'missed') return
  void askAnew(client, queryKeys.ownPhotos(getSession()?.id))
  // The session that brought a lost stream back is new already.
  if (event === 'photos') void reloadSession()
}
