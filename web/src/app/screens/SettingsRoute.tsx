import { AccountSection } from '../../features/account/AccountSection'
import { ContactCard } from '../../features/browse/preferences/ContactCard'
import { PreferencesCard } from '../../features/browse/preferences/PreferencesCard'
import { NotificationsSection } from '../../features/notifications/NotificationsSection'
import { ReportGoneCard } from '../../features/safety/ReportGoneCard'
import { SafetyNoticesCard } from '../../features/safety/SafetyNotices'
import { PauseCard } from '../../features/settings/PauseCard'
import { ReportsCard } from '../../features/settings/ReportsCard'
import { SettingsScreen } from '../../features/settings/SettingsScreen'
import { SuggestionsCard } from '../../features/settings/SuggestionsCard'
import { TownCard } from '../../features/settings/TownCard'
import { VerificationCard } from '../../features/verification/VerificationCard'
import '../../full-styles.css'

const Account = () => <AccountSection pause={<PauseCard />} />

const Preferences = () => (
  <>
    <PreferencesCard />
    <ContactCard />
    <TownCard />
    <SuggestionsCard />
  </>
)

const Reports = () => (
  <>
    <SafetyNoticesCard />
    <ReportsCard />
    <ReportGoneCard />
  </>
)

export const SettingsRoute = () => (
  <SettingsScreen
    Account={Account}
    Preferences={Preferences}
    Notifications={NotificationsSection}
    Reports={Reports}
    Verification={VerificationCard}
  />
)
