import type { switchKeys } from '@rosella/contract/settings/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/reload-session'
import { showToast } from '../../platform/toast'

export type SettingKey = (typeof switchKeys)[number]

/** A switch moves at once; when the server refuses, it moves back and the toast says why. */
export function useSwitch(key: SettingKey) {
  const cache = useQueryClient()
  const show = (value: boolean) =>
    cache.setQueryData<Reply<'GET /api/user-settings'>>(
      queryKeys.userSettings,
      (settings) => settings && { ...settings, u: { ...settings.u, [key]: value } },
    )
  return useMutation({
    // One at a time and in order, so that the last click is what stays.
    scope: { id: `setting-${key}` },
    mutationFn: (value: boolean) => call('POST /api/settings-auto-save', { key, value }),
    onMutate: async (value: boolean) => {
      await cache.cancelQueries({ queryKey: queryKeys.userSettings })
      show(value)
    },
    onError: (error, value) => {
      show(!value)
      showToast('danger', error.message)
    },
    onSuccess: () => {
      // The status badge and the strip follow.
      if (key === 'stealth_mode' || key === 'paused') void reloadSession()
    },
  })
}
