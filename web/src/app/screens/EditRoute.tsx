import { LocationChooser } from '../../features/places/LocationChooser'
import { EditScreen } from '../../features/profile/EditScreen'
import { SettingSwitch } from '../../features/settings/SettingSwitch'

export const EditRoute = () => (
  <EditScreen
    Location={LocationChooser}
    genderSwitch={
      <SettingSwitch
        name="show_gender_birth"
        label="Show gender at birth"
        hint="Others can see it on your profile. Your current gender is always shown."
      />
    }
  />
)
