import type { Filters } from '@rosella/contract/browse/filters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api'
import { useSettled } from '../../../platform/query'
import { queryKeys } from '../../../platform/query-keys'
import { LIST_CACHE_MS, useStableOrder } from '../stable-order'
import { isSameSearch, type SearchInput, searchInput } from './search-address'

/** One page of a search, which keeps its order while it is on screen. */
export function useSearch({ edit: _edit, ...input }: SearchInput) {
  const queryKey = queryKeys.search(input)
  const search = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/search', input, { signal }),
    placeholderData: keepPreviousData,
    gcTime: LIST_CACHE_MS,
  })
  const { data, moved, showNewest } = useStableOrder(search, queryKey)
  return { ...search, data, isMoved: moved !== undefined, showNewest }
}

/**
 * The number of results while filters are being edited. It loads the page that "Show" then opens, so that the page is
 * already in the cache.
 */
export function useDraftTotal(draft: Filters, sort: SearchInput['sort'], applied: Filters | undefined) {
  const settled = useSettled(draft)
  const isApplied = applied !== undefined && isSameSearch(draft, applied)
  const input = searchInput(settled, sort)
  const search = useQuery({
    queryKey: queryKeys.search(input),
    queryFn: ({ signal }) => call('GET /api/search', input, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: applied !== undefined && !isApplied && !isSameSearch(settled, applied),
  })
  return {
    isApplied,
    total: search.data?.total,
    error: isApplied ? null : search.error,
    isCounting: !isApplied && (settled !== draft || search.isPlaceholderData || search.isPending),
  }
}
