import type { NotificationKey } from '@rosella/contract/notifications/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

type Settings = Reply<'GET /api/user-settings'>

/** Shown at once; what the server refuses is as it was, and the toast says why. */
export function useNotificationSetting(key: NotificationKey) {
  const cache = useQueryClient()
  return useMutation({
    // One at a time and in order, so that the last choice is what stays.
    scope: { id: `setting-${key}` },
    mutationFn: (value: string) => call('POST /api/settings-auto-save', { key, value }),
    onMutate: async (value: string) => {
      await cache.cancelQueries({ queryKey: queryKeys.userSettings })
      const before = cache.getQueryData<Settings>(queryKeys.userSettings)
      cache.setQueryData<Settings>(
        queryKeys.userSettings,
        (settings) => settings && { ...settings, u: { ...settings.u, [key]: value } },
      )
      return before
    },
    onError: (error, _value, before) => {
      cache.setQueryData(queryKeys.userSettings, before)
      showToast('danger', error.message)
    },
  })
}
