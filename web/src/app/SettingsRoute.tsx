import { AccountSection } from '../features/account/AccountSection'
import { LimitsCard } from '../features/browse/limits/LimitsCard'
import { SettingsScreen } from '../features/settings/SettingsScreen'
import { TownCard } from '../features/settings/TownCard'
import { VerificationCard } from '../features/verification/VerificationCard'

const Limits = () => (
  <>
    <LimitsCard />
    <TownCard />
  </>
)

export const SettingsRoute = () => (
  <SettingsScreen Account={AccountSection} Limits={Limits} Verification={VerificationCard} />
)
