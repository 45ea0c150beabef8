import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { getSession } from '../../platform/session/session'

export function updateDates(client: QueryClient, { event }: LiveUpdate): void {
  if (event === 'date' || event === 'check_in' || event === 'missed')
    void refetchOutdated(client, queryKeys.dates(getSession()?.id))
}
