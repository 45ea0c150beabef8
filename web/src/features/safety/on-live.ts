import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession } from '../../platform/session/session'

/** The session has the number of unseen notices, which shows the banner. */
export function updateSafetyNotices(client: QueryClient, { event }: LiveUpdate): void {
  if (event !== 'safety_notice' && event !== 'missed') return
  void refetchOutdated(client, queryKeys.safetyNotices(getSession()?.id))
  // After missed events the session has already been reloaded.
  if (event === 'safety_notice') void reloadSession()
}
