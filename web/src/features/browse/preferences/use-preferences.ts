import type { Preferences } from '@rosella/contract/browse/preferences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { showToast } from '../../../platform/toast'

export const usePreferences = () =>
  useQuery({
    queryKey: queryKeys.preferences,
    queryFn: ({ signal }) => call('GET /api/preferences', {}, { signal }),
  })

/** A change is shown immediately. If the server refuses it, a toast says why and the stored preferences return. */
export function useSavePreferences() {
  const cache = useQueryClient()
  return useMutation({
    // Run sequentially, so that the last choice wins.
    scope: { id: 'preferences' },
    mutationFn: (change: Partial<Preferences>) => call('POST /api/preferences', change),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey: queryKeys.preferences })
      cache.setQueryData<Preferences>(
        queryKeys.preferences,
        (preferences) => preferences && { ...preferences, ...change },
      )
    },
    onError: (error) => {
      showToast('danger', error.message)
      void cache.invalidateQueries({ queryKey: queryKeys.preferences })
    },
    // Preferences decide who is in the lists.
    onSuccess: () => void cache.invalidateQueries({ queryKey: queryKeys.memberLists }),
  })
}
