import { isSettingValue, settingRange } from '@rosella/contract/settings/rules'
import { useState } from 'react'
import { Field } from '../../ui/Field'
import { SettingPanel } from './SettingPanel'
import type { NumberKey } from './SettingsTab'

type NumberSettingProps = {
  name: NumberKey
  label: string
  words: string
  unit: string
  value: number
  standard: number
}

export function NumberSetting({ name, label, words, unit, value, standard }: NumberSettingProps) {
  const [typed, setTyped] = useState(String(value))
  const [low, high] = settingRange[name]
  const draft = typed.trim() === '' ? Number.NaN : Number(typed)
  return (
    <SettingPanel
      {...{ name, label, words, value, draft, standard }}
      standardWords={`the standard, ${standard}`}
      problem={
        isSettingValue(name, draft) ? undefined : `Please enter a whole number from ${low} to ${high}.`
      }
    >
      <Field
        type="number"
        inputMode="numeric"
        label={`In ${unit}`}
        min={low}
        max={high}
        hint={`From ${low} to ${high}. Standard: ${standard}.`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SettingPanel>
  )
}
