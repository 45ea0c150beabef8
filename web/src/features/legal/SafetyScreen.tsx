import { safety } from './documents/Safety'
import { LegalScreen } from './LegalScreen'

export const SafetyScreen = () => <LegalScreen {...safety} />
