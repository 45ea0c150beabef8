import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function TownCard() {
  return (
    <SettingsCard title="My town">
      <SettingSwitch
        name="town_hidden"
        label="Hide my town"
        hint="Others see your state only, and no distance. Searches by distance do not find you."
      />
    </SettingsCard>
  )
}
