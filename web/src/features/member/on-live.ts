import type { QueryClient } from '@tanstack/react-query'
import type { LiveNews } from '../../platform/live-state'
import { getSession } from '../../platform/session'
import { updateOnline } from './online'
import { keyOf, type Profile } from './use-profile'

/** What an event changes on profiles that are loaded. Asking for one anew would count as another view. */
export function updateProfile(cache: QueryClient, news: LiveNews): void {
  if (news.event === 'online') updateOnline(cache, news.data, getSession()?.id)
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
