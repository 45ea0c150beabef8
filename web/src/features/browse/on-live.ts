import type { ListFilter } from '@rosella/contract/browse/rules'
import type { Counters } from '@rosella/contract/live/stream'
import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../platform/api'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'

type MemberList = Reply<'GET /api/users'>

/** The counter of new entries of a list. */
const counterOf: Partial<Record<ListFilter, keyof Counters>> = {
  'viewed-me': 'viewed_me',
  'likes-received': 'likes_received',
  'roses-received': 'roses_received',
}

/**
 * The effect of an event on a list: nothing, `stale` (refetch when it is next opened) or `outdated` (refetch
 * immediately). Events have a name and a photo but neither a card nor the server's time, so a card patched from one
 * would differ from a refetched card, and a list fetched between the action and its event would count it twice.
 * @internal exported for its test
 */
export function effectOn(
  { filter, list }: { filter: ListFilter; list: Pick<MemberList, 'users'> },
  update: LiveUpdate,
  before: Counters,
): 'none' | 'stale' | 'outdated' {
  const outdatedIf = (outdated: boolean) => (outdated ? 'outdated' : 'none')
  switch (update.event) {
    case 'missed':
      return 'outdated'
    case 'like':
      return outdatedIf(
        filter === 'likes-received' || filter === 'matched' || includesMember(list, update.data.url_hash),
      )
    case 'rose':
      return outdatedIf(filter === 'roses-received' || includesMember(list, update.data.url_hash))
    case 'message':
      return outdatedIf(includesMember(list, update.data.url_hash))
    case 'connections': {
      const after = update.data
      const own = counterOf[filter]
      if (own && after[own] > before[own]) return 'outdated'
      // A member who is no longer counted may be gone from any list, and a new one may be back in it.
      const changed = Object.values(counterOf).some((counter) => after[counter] !== before[counter])
      return changed ? 'stale' : 'none'
    }
    default:
      return 'none'
  }
}

const includesMember = ({ users }: Pick<MemberList, 'users'>, urlHash: string): boolean =>
  users.some((member) => member.url_hash === urlHash)

/** Applies an event to every list in the cache. */
export function updateLists(cache: QueryClient, update: LiveUpdate, before: Counters): void {
  for (const [queryKey, list = { users: [] }] of cache.getQueriesData<MemberList>({
    queryKey: queryKeys.memberLists,
  })) {
    const effect = effectOn({ filter: queryKey[1] as ListFilter, list }, update, before)
    if (effect === 'outdated') void refetchOutdated(cache, queryKey)
    if (effect === 'stale') void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}
