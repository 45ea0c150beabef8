import { AccountSection } from '../features/account/AccountSection'
import { ContactCard } from '../features/browse/limits/ContactCard'
import { LimitsCard } from '../features/browse/limits/LimitsCard'
import { NotificationsSection } from '../features/notifications/NotificationsSection'
import { ReportGoneCard } from '../features/safety/ReportGoneCard'
import { PauseCard } from '../features/settings/PauseCard'
import { ReportsCard } from '../features/settings/ReportsCard'
import { SettingsScreen } from '../features/settings/SettingsScreen'
import { SuggestionsCard } from '../features/settings/SuggestionsCard'
import { TownCard } from '../features/settings/TownCard'
import { VerificationCard } from '../features/verification/VerificationCard'
import '../full-styles.css'

const Account = () => <AccountSection pause={<PauseCard />} />

const Limits = () => (
  <>
    <LimitsCard />
    <ContactCard />
    <TownCard />
    <SuggestionsCard />
  </>
)

const Reports = () => (
  <>
    <ReportsCard />
    <ReportGoneCard />
  </>
)

export const SettingsRoute = () => (
  <SettingsScreen
    Account={Account}
    Limits={Limits}
    Notifications={NotificationsSection}
    Reports={Reports}
    Verification={VerificationCard}
  />
)
