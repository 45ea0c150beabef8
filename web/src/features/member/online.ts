import { ONLINE_MAX } from '@rosella/contract/live/stream'
import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from './use-profile'

/** Who has come or gone shows on their profile. The rest of it is as old as it was. */
export function updateOnline(cache: QueryClient, list: string, ownId: number | undefined): void {
  const ids = list.split(',')
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: ['profile'] })) {
    // What is to be asked for anew stays so.
    if (state.isInvalidated) continue
    const updatedAt = state.dataUpdatedAt
    cache.setQueryData<Profile>(queryKey, (profile) => profile && seenIn(ids, profile, ownId), { updatedAt })
  }
}

/** The list leaves out the one who reads it and, when it is full, those who have done nothing for longest. */
function seenIn(ids: readonly string[], profile: Profile, ownId: number | undefined): Profile {
  const { id, online: was } = profile.user
  const isUntold = id === ownId || ids.length >= ONLINE_MAX
  const online = ids.includes(String(id)) || (was && isUntold)
  return online === was ? profile : { ...profile, user: { ...profile.user, online } }
}
