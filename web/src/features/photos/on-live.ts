import type { QueryClient } from '@tanstack/react-query'
import type { LiveNews } from '../../platform/live-state'
import { reloadSession } from '../../platform/reload-session'

/** A decision changes the member's photos and, by the main photo and their number, the session. */
export function updatePhotos(client: QueryClient, { event }: LiveNews): void {
  if (event !== 'photos' && event !== 'missed') return
  void client.invalidateQueries({ queryKey: ['photos'] })
  // The session that brought a lost stream back is new already.
  if (event === 'photos') void reloadSession()
}
