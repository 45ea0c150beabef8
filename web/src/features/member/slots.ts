import type { ReactNode } from 'react'
import type { ChatTarget } from '../../platform/chat-target'

/** What blocking and reporting need to know, and whom to tell. */
interface SafetyTarget {
  member: { id: number; username: string }
  reasons: string[]
  blocked: boolean
  reported: boolean
  onBlocked: () => void
  onReported: () => void
}

export interface ProfileScreenProps {
  urlHash: string
  notFound: ReactNode
  chat?: (target: ChatTarget) => ReactNode
  safety: (target: SafetyTarget) => ReactNode
}
