import { sentences } from '@rosella/contract/sentences'
import type { ReactNode } from 'react'
import { useSettings } from '../../platform/user-settings'
import { Skeleton } from '../../ui/Skeleton'
import { Switch } from '../../ui/Switch'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'
import { type SettingKey, useSwitch } from './use-switch'

type SettingSwitchProps = {
  name: SettingKey
  label: string
  hint?: ReactNode
  /** Shown, and cannot be switched on; what is on can still be switched off. */
  locked?: boolean
}

/** One of the member's own settings, YES or NO, saved as soon as it is switched. */
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
    return <LoadFailed words={settings.error.message} again={() => void settings.refetch()} />
  }
  return (
    <div>
      <VisuallyHidden>{sentences.loading}</VisuallyHidden>
      <Skeleton className="h-12 rounded-full" />
    </div>
  )
}
