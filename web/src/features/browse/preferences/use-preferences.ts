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

/** A limit is shown at once; when the server refuses, what it holds is shown again and the toast says why. */
export function useSavePreferences() {
  const cache = useQueryClient()
  return useMutation({
    // One at a time and in order, so that the last choice is what stays.
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
    // They decide who stands in the lists.
    onSuccess: () => void cache.invalidateQueries({ queryKey: queryKeys.memberLists }),
  })
}
