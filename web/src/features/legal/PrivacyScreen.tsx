import { privacy } from './documents/privacy'
import { LegalScreen } from './LegalScreen'

export const PrivacyScreen = () => <LegalScreen {...privacy} />
