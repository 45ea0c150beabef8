import { ONLINE_MAX } from '@rosella/contract/live/rules'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { getSession } from '../../platform/session/session'
import type { Profile } from './use-profile'

/** Patches cached profiles. Refetching one would count as another view. */
export function updateProfile(cache: QueryClient, update: LiveUpdate): void {
  if (update.event === 'online') updateOnline(cache, update.data)
  // Refetched as part of the same visit, because a patched count could include this rose twice.
  if (update.event === 'rose') void refetchOutdated(cache, queryKeys.profile(update.data.url_hash))
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
  // Some members only accept messages from people they like.
  if (profile?.user.may_write === false) void cache.invalidateQueries({ queryKey })
}

/** A full list omits some members who are online, so then only the profile's own state can be kept. */
function updateOnline(cache: QueryClient, list: string): void {
  const ids = new Set(list.split(',').filter(Boolean).map(Number))
  const isOnline = ({ id, online }: Profile['user']) =>
    ids.has(id) || (online && (ids.size >= ONLINE_MAX || id === getSession()?.id))
  const now = Math.floor(Date.now() / 1000)
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: queryKeys.profiles })) {
    cache.setQueryData<Profile>(
      queryKey,
      (profile) => profile && { ...profile, user: withOnline(profile.user, isOnline(profile.user), now) },
      // Keep the age of the rest, so that it is refetched in time.
      { updatedAt: state.dataUpdatedAt },
    )
  }
}

/** A member who has just left was active until now. */
const withOnline = (user: Profile['user'], online: boolean, now: number): Profile['user'] => ({
  ...user,
  online,
  last_active_ts: user.online && !online ? now : user.last_active_ts,
})
