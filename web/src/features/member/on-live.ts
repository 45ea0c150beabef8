import { ONLINE_MAX } from '@rosella/contract/live/rules'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { getSession } from '../../platform/session/session'
import type { Profile } from './use-profile'

/** Shows on the profiles that are open or kept. Asking for one anew would count as another view. */
export function updateProfile(cache: QueryClient, update: LiveUpdate): void {
  if (update.event === 'online') updateOnline(cache, update.data)
  // On the profile of whom it came from.
  if (update.event !== 'like') return
  const queryKey = queryKeys.profile(update.data.url_hash)
  const profile = cache.setQueryData<Profile>(
    queryKey,
    (profile) =>
      profile && {
        ...profile,
        user: { ...profile.user, received_like: true, matched: profile.user.sent_like },
      },
  )
  // Some take messages from people they like.
  if (profile?.user.may_write === false) void cache.invalidateQueries({ queryKey })
}

/** The newest word counts, the list's or the profile's own. A full list leaves out some who are online. */
function updateOnline(cache: QueryClient, list: string): void {
  const ids = new Set(list.split(',').filter(Boolean).map(Number))
  const isOnline = ({ id, online }: Profile['user']) =>
    ids.has(id) || (online && (ids.size >= ONLINE_MAX || id === getSession()?.id))
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: queryKeys.profiles })) {
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, user: { ...profile.user, online: isOnline(profile.user) } },
      // The rest is as old as it was: who comes back to it later asks anew.
      { updatedAt: state.dataUpdatedAt },
    )
  }
}
