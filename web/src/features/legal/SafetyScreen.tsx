import type { ReactNode } from 'react'
import { safety } from './documents/Safety'
import { LegalScreen } from './LegalScreen'

export const SafetyScreen = ({ reportGone }: { reportGone: ReactNode }) => (
  <LegalScreen {...safety(reportGone)} />
)
