import { showToast } from '../../platform/toast'
import { Switch } from '../../ui/Switch'
import { useSetting } from './use-setting'

type SwitchSettingProps = {
  name: 'confirmed_to_write' | 'staff_second_key'
  label: string
  words: string
  /** 1 or 0. */
  value: number
  standard: number
}

/** A setting that is on or off, saved as soon as it is switched. */
export function SwitchSetting({ name, label, words, value, standard }: SwitchSettingProps) {
  const setting = useSetting({ name, value, draft: 1 - value, standard })
  return (
    <Switch
      label={label}
      hint={`${words} As a standard ${standard === 1 ? 'on' : 'off'}.`}
      checked={value === 1}
      onChange={() => void setting.save().catch((error: Error) => showToast('danger', error.message))}
    />
  )
}
