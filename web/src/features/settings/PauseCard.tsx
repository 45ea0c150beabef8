import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function PauseCard() {
  return (
    <SettingsCard title="Pause">
      <SettingSwitch
        name="paused"
        label="Pause my profile"
        hint="You won’t appear in lists, searches or suggestions until you resume. People who have exchanged a like, rose or message with you, or have you as a favourite, can still see you and write to you. Nobody is notified."
      />
    </SettingsCard>
  )
}
