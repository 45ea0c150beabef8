import { AccountSection } from '../features/account/AccountSection'
import { SettingsScreen } from '../features/settings/SettingsScreen'

export const SettingsRoute = () => <SettingsScreen Account={AccountSection} />
