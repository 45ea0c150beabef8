import { type ComponentType, Suspense } from 'react'
import { useLocation } from 'react-router'
import { LocationChooser } from '../../features/places/LocationChooser'
import { EditScreen } from '../../features/profile/EditScreen'
import { SettingSwitch } from '../../features/settings/SettingSwitch'
import { failedScreen, lazyPart } from '../../ui/lazy/LazyPart'

const QuestionsScreen: ComponentType = lazyPart(
  async () => (await import('../../features/questions/QuestionsScreen')).QuestionsScreen,
  failedScreen,
)

/** /edit and its tab /questions. */
export function EditRoute() {
  const { pathname } = useLocation()
  if (pathname === '/questions')
    return (
      <Suspense>
        <QuestionsScreen />
      </Suspense>
    )
  return (
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
}
