import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function TownCard() {
  return (
    <SettingsCard title="My town">
      <SettingSwitch
        name="town_hidden"
        label="Hide my town"
        hint="Others only see your state, and no distance. Searches by distance won’t find you."
      />
    </SettingsCard>
  )
}
