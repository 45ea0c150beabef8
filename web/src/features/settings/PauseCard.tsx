import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function PauseCard() {
  return (
    <SettingsCard title="Pause">
      <SettingSwitch
        name="paused"
        label="Pause my profile"
        hint="You are in no list, search or suggestion until you resume. People you are in touch with, by a like, a rose, a favourite or a message, still see you and can write. Nobody is told."
      />
    </SettingsCard>
  )
}
