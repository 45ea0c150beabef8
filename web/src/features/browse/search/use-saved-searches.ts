import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Input, type Reply } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'

type SavedSearches = Reply<'GET /api/saved-searches'>
export type SavedSearch = SavedSearches['items'][number]

export const useSavedSearches = () =>
  useQuery({
    queryKey: queryKeys.savedSearches,
    queryFn: ({ signal }) => call('GET /api/saved-searches', {}, { signal }),
  })

/** Changes the saved searches and updates the tabs from the reply. */
export function useChangeSavedSearches() {
  const cache = useQueryClient()
  const change = (changed: (items: SavedSearch[]) => SavedSearch[]) => {
    cache.setQueryData<SavedSearches>(
      queryKeys.savedSearches,
      (list) => list && { items: changed(list.items) },
    )
    void cache.invalidateQueries({ queryKey: queryKeys.savedSearches })
  }
  return {
    save: async (search: Input<'POST /api/saved-search'>) => {
      const saved = await call('POST /api/saved-search', search)
      change((items) => [...items.filter(({ id }) => id !== saved.id), saved].sort((a, b) => a.id - b.id))
      return saved
    },
    remove: useMutation({
      mutationFn: (id: number) => call('POST /api/saved-search-delete', { id }),
      onSuccess: (_reply, id) => change((items) => items.filter((item) => item.id !== id)),
    }),
    /** Sets the count of new people to 0 when a search is opened. */
    see: (id: number) =>
      cache.setQueryData<SavedSearches>(
        queryKeys.savedSearches,
        (list) => list && { items: list.items.map((item) => (item.id === id ? { ...item, new: 0 } : item)) },
      ),
  }
}
