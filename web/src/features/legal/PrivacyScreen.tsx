import { privacy } from './documents/Privacy'
import { LegalScreen } from './LegalScreen'

export const PrivacyScreen = () => <LegalScreen {...privacy} />
