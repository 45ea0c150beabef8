import type { ListFilter } from '@rosella/contract/browse/rules'
import type { Counters } from '@rosella/contract/live/stream'
import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '../../platform/api'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'

type MemberList = Reply<'GET /api/users'>

/** Which counter counts what is new in a list. */
const counterOf: Partial<Record<ListFilter, keyof Counters>> = {
  'viewed-me': 'viewed_me',
  'likes-received': 'likes_received',
  'roses-received': 'roses_received',
}

/**
 * What an event does to a list: nothing, or it may be out of date the next time it is opened, or it is
 * untrue and is asked for anew at once. Events carry a name and a photo, no card and no time of the server's:
 * a card patched from them would differ from the one a refetch brings, and a list fetched between the deed
 * and its event would count it twice.
 * @internal exported for its test
 */
export function effectOn(
  { filter, list }: { filter: ListFilter; list: Pick<MemberList, 'users'> },
  update: LiveUpdate,
  before: Counters,
): 'none' | 'stale' | 'untrue' {
  const untrueIf = (untrue: boolean) => (untrue ? 'untrue' : 'none')
  switch (update.event) {
    case 'missed':
      return 'untrue'
    case 'like':
      return untrueIf(
        filter === 'likes-received' || filter === 'matched' || names(list, update.data.url_hash),
      )
    case 'rose':
      return untrueIf(filter === 'roses-received' || names(list, update.data.url_hash))
    case 'message':
      return untrueIf(names(list, update.data.url_hash))
    case 'connections': {
      const after = update.data
      const own = counterOf[filter]
      if (own && after[own] > before[own]) return 'untrue'
      // Who is no longer counted may be gone from every list; who has come may have come back to it.
      const changed = Object.values(counterOf).some((counter) => after[counter] !== before[counter])
      return changed ? 'stale' : 'none'
    }
    default:
      return 'none'
  }
}

const names = ({ users }: Pick<MemberList, 'users'>, urlHash: string): boolean =>
  users.some((member) => member.url_hash === urlHash)

/** Applies an event to every list in the cache. */
export function updateLists(cache: QueryClient, update: LiveUpdate, before: Counters): void {
  for (const [queryKey, list = { users: [] }] of cache.getQueriesData<MemberList>({
    queryKey: queryKeys.memberLists,
  })) {
    const effect = effectOn({ filter: queryKey[1] as ListFilter, list }, update, before)
    if (effect === 'untrue') void refetchOutdated(cache, queryKey)
    if (effect === 'stale') void cache.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}
