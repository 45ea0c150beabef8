import type { Preferences } from '@rosella/contract/browse/preferences'
import { sentences } from '@rosella/contract/sentences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isUnreached } from '../../../platform/api'
import { useRetryOnline } from '../../../platform/live/online'
import { queryKeys } from '../../../platform/query-keys'
import { showToast } from '../../../platform/toast'

export const usePreferences = () =>
  useQuery({
    queryKey: queryKeys.preferences,
    queryFn: ({ signal }) => call('GET /api/preferences', {}, { signal }),
  })

/**
 * A change is shown immediately. If it doesn't reach the server, it stays on the screen as "Not saved" and is sent again when
 * the network returns. If the server refuses it, a toast says why and the stored preferences return.
 */
export function useSavePreferences() {
  const cache = useQueryClient()
  const [unsaved, setUnsaved] = useState<Partial<Preferences>>({})
  const save = useMutation({
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
    onError: (error, change) => {
      if (isUnreached(error)) return setUnsaved((before) => ({ ...before, ...change }))
      setUnsaved({})
      showToast('danger', error.message)
      void cache.invalidateQueries({ queryKey: queryKeys.preferences })
    },
    onSuccess: (_reply, change) => {
      setUnsaved((before) => withoutKeys(before, change))
      // Again, because a refetch may have returned the old values meanwhile.
      cache.setQueryData<Preferences>(
        queryKeys.preferences,
        (preferences) => preferences && { ...preferences, ...change },
      )
      // Preferences decide who is in the lists.
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists })
    },
  })
  const change = (next: Partial<Preferences>) => save.mutate({ ...unsaved, ...next })
  const isUnsaved = Object.keys(unsaved).length > 0
  const retry = () => change({})
  useRetryOnline(isUnsaved, retry)
  return {
    change,
    note: {
      saved: save.isSuccess && sentences.saved,
      unsaved: isUnsaved,
      pending: save.isPending,
      onRetry: retry,
    },
  }
}

const withoutKeys = (values: Partial<Preferences>, sent: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !(key in sent)))
