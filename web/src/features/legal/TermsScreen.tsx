import { terms } from './documents/Terms'
import { LegalScreen } from './LegalScreen'

export const TermsScreen = () => <LegalScreen {...terms} />
