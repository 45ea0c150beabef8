import { AccountSection } from '../../features/account/AccountSection'
import { ContactCard, PreferencesCard } from '../../features/browse/preferences/PreferencesCards'
import { NotificationsSection } from '../../features/notifications/NotificationsSection'
import { ReportGoneCard } from '../../features/safety/ReportGoneCard'
import { SafetyNoticesCard } from '../../features/safety/SafetyNotices'
import { ReportsCard } from '../../features/settings/ReportsCard'
import { SettingsScreen } from '../../features/settings/SettingsScreen'
import { PauseCard, SuggestionsCard, TownCard } from '../../features/settings/SwitchCards'
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
