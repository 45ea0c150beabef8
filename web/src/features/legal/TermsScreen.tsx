import { terms } from './documents/terms'
import { LegalScreen } from './LegalScreen'

export const TermsScreen = () => <LegalScreen {...terms} />
