import type { MemberProfile } from '@rosella/contract/member/endpoints'
import type { ComponentType, Dispatch, ReactNode, SetStateAction } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import type { SafetyQuestion } from '../../platform/safety-question'

/** The menu of safety actions (not interested, block, report), and the dialogs of block and report. */
interface SafetyParts {
  Menu: ComponentType<{
    label: string
    notInterested: boolean
    onAsk: (question: SafetyQuestion) => void
    onNotInterested: () => void
    onInterestedAgain: () => void
    onAskToVerify?: () => void
  }>
  Questions: ComponentType<{
    question: SafetyQuestion | null | undefined
    onQuestion: Dispatch<SetStateAction<SafetyQuestion | null | undefined>>
    member: { id: number; username: string }
    reasons: string[]
    blocked: boolean
    onBlocked: () => void
    onReported: () => void
  }>
}

export interface ProfileScreenProps {
  urlHash: string
  notFound: ReactNode
  chat?: (target: ChatTarget) => ReactNode
  /** The questions that the viewer and the member both answered. */
  questions: (member: MemberProfile) => ReactNode
  safety: SafetyParts
}
