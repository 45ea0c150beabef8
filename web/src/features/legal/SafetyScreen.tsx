import { safety } from './documents/safety'
import { LegalScreen } from './LegalScreen'

export const SafetyScreen = () => <LegalScreen {...safety} />
