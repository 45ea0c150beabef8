import { sentences } from '@rosella/contract/sentences'
import type { switchKeys } from '@rosella/contract/settings/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'
import { showToast } from '../../platform/toast'
import { useSettings } from '../../platform/user-settings'
import { Switch } from '../../ui/forms/Switch'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'

export type SettingKey = (typeof switchKeys)[number]

/** The switch moves immediately. If the server refuses, it moves back and a toast says why. */
export function useSwitch(key: SettingKey) {
  const cache = useQueryClient()
  const show = (value: boolean) =>
    cache.setQueryData<Reply<'GET /api/user-settings'>>(
      queryKeys.userSettings,
      (settings) => settings && { ...settings, u: { ...settings.u, [key]: value } },
    )
  return useMutation({
    // Run sequentially, so that the last click wins.
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
      // The status badge and the paused strip depend on the session.
      if (key === 'stealth_mode' || key === 'paused') void reloadSession()
      if (key === 'no_suggestions' || key === 'paused')
        void cache.resetQueries({ queryKey: queryKeys.forYou })
    },
  })
}

type SettingSwitchProps = {
  name: SettingKey
  label: string
  hint?: ReactNode
  /** Can't be switched on, only off. */
  locked?: boolean
}

/** A switch for one of the member's own settings, saved immediately. */
export function SettingSwitch({ name, label, hint, locked }: SettingSwitchProps) {
  const settings = useSettings()
  const change = useSwitch(name)
  if (settings.data) {
    const checked = settings.data.u[name]
    return (
      <Switch
        label={label}
        hint={hint}
        checked={checked}
        disabled={locked && !checked}
        onChange={(value) => change.mutate(value)}
      />
    )
  }
  if (settings.error) {
    return <LoadFailed query={settings} />
  }
  return (
    <div>
      <VisuallyHidden>{sentences.loading}</VisuallyHidden>
      <Skeleton className="h-12 rounded-full" />
    </div>
  )
}
