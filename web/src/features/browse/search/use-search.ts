import type { Filters } from '@rosella/contract/browse/filters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { isSameSearch, type SearchInput, searchInput } from './search-address'

/** One page of a search, as its address has it. */
export const useSearch = (input: SearchInput) =>
  useQuery({
    queryKey: queryKeys.search(input),
    queryFn: ({ signal }) => call('GET /api/search', input, { signal }),
    placeholderData: keepPreviousData,
  })

/** Long enough for a second click, short enough to feel live. */
const PAUSE_MS = 250

/**
 * How many there would be, while filters are being chosen. It asks for the very page that «Show» then opens, so that it
 * is there at once.
 */
export function useDraftTotal(draft: Filters, sort: SearchInput['sort'], held: Filters | undefined) {
  const settled = useSettled(draft)
  const isHeld = held !== undefined && isSameSearch(draft, held)
  const input = searchInput(settled, sort)
  const search = useQuery({
    queryKey: queryKeys.search(input),
    queryFn: ({ signal }) => call('GET /api/search', input, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: held !== undefined && !isHeld && !isSameSearch(settled, held),
  })
  return {
    isHeld,
    total: search.data?.total,
    error: isHeld ? null : search.error,
    isCounting: !isHeld && (settled !== draft || search.isPlaceholderData || search.isPending),
  }
}

/** What a value has been for a moment. */
function useSettled<V>(value: V): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
