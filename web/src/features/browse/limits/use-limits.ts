import type { Limits } from '@rosella/contract/browse/preferences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { showToast } from '../../../platform/toast'

export const useLimits = () =>
  useQuery({
    queryKey: queryKeys.limits,
    queryFn: ({ signal }) => call('GET /api/limits', {}, { signal }),
  })

/** A limit is shown at once; when the server refuses, what it holds is shown again and the toast says why. */
export function useSaveLimits() {
  const cache = useQueryClient()
  return useMutation({
    // One at a time and in order, so that the last choice is what stays.
    scope: { id: 'limits' },
    mutationFn: (change: Partial<Limits>) => call('POST /api/limits', change),
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey: queryKeys.limits })
      cache.setQueryData<Limits>(queryKeys.limits, (limits) => limits && { ...limits, ...change })
    },
    onError: (error) => {
      showToast('danger', error.message)
      void cache.invalidateQueries({ queryKey: queryKeys.limits })
    },
    // They decide who stands in the lists.
    onSuccess: () => void cache.invalidateQueries({ queryKey: queryKeys.memberLists }),
  })
}
