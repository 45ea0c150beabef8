import { SIGNUP_PHOTO_SLOTS } from '@rosella/contract/signup/rules'
import { QueryClientProvider } from '@tanstack/react-query'
import { PreferencesOffer } from '../../features/browse/preferences/PreferencesOffer'
import { PhotoGrid } from '../../features/photos/PhotoGrid'
import { LocationChooser } from '../../features/places/LocationChooser'
import { Activation } from '../../features/signup/Activation'
import { SignupWizard } from '../../features/signup/SignupWizard'
import { queryClient } from '../../platform/query'
import { UnfinishedGate } from '../Gate'
import '../../full-styles.css'

const photos = <PhotoGrid slots={SIGNUP_PHOTO_SLOTS} />

export function SignupRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <SignupWizard photos={photos} preferences={<PreferencesOffer />} Location={LocationChooser} />
    </QueryClientProvider>
  )
}

/** The last steps of the sign-up, for members who left the wizard early or were invited. */
export function RegPhotosRoute() {
  return (
    <QueryClientProvider client={queryClient}>
      <UnfinishedGate>
        <Activation title="My photos" photos={photos} preferences={<PreferencesOffer />} />
      </UnfinishedGate>
    </QueryClientProvider>
  )
}
