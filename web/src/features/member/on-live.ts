import type { QueryClient } from '@tanstack/react-query'
import type { LiveNews } from '../../platform/live-state'
import { keyOf, type Profile } from './use-profile'

/** A like shows on the open profile of whom it came from. Asking for it anew would count as another view. */
export function updateProfile(cache: QueryClient, news: LiveNews): void {
  if (news.event !== 'like') return
  cache.setQueryData<Profile>(
    keyOf(news.data.url_hash),
    (profile) =>
      profile && {
        ...profile,
        user: { ...profile.user, received_like: true, matched: profile.user.sent_like },
      },
  )
}
