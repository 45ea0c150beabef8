import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import { decide, undoDecision, useDecision } from '../../platform/gestures/pending'
import type { SafetyQuestion } from '../../platform/safety-question'
import type { ProfileScreenProps } from './slots'
import { useGesture, useRefetchProfile } from './use-profile'

/** How the viewer may act on a member. Undefined if they may only read. */
export interface ViewerActions {
  onAsk: (question: SafetyQuestion) => void
  Menu: ProfileScreenProps['safety']['Menu']
}

/** The chat, menu and undo that the profile and the conversation pane share. */
export function useChatTarget(stored: MemberProfile, viewerActions: ViewerActions | undefined) {
  const cache = useQueryClient()
  const decision = useDecision(stored.id)
  // Shown immediately, although it is sent when it can no longer be undone.
  const isPassed = decision?.action === 'not-interested'
  const member = isPassed ? { ...stored, not_interested: true, may_write: false } : stored
  const gesture = useGesture(member)
  const onContactChanged = useRefetchProfile(member.url_hash)
  const pass = (onPassed?: () => void) => {
    decide(member, 'not-interested')
    onPassed?.()
  }
  const undo = {
    pending: gesture.isPending,
    onUndo: () => (decision?.isPending ? undoDecision(member.id) : gesture.mutate('interested-again')),
  }
  // Rarely needed, so loaded on demand.
  const askToVerify = async () => (await import('./AskToVerify')).askToVerify(cache, member)
  const menu = (label: string, { isInChat, onPassed }: { isInChat?: boolean; onPassed?: () => void } = {}) =>
    viewerActions &&
    createElement(viewerActions.Menu, {
      label,
      notInterested: member.not_interested,
      onAsk: viewerActions.onAsk,
      onNotInterested: () => pass(onPassed),
      onInterestedAgain: undo.onUndo,
      onAskToVerify: isInChat && member.may_ask_to_verify ? () => void askToVerify() : undefined,
    })
  const target: Omit<ChatTarget, 'place'> = {
    member,
    prompts: member.dp,
    note: contactNote(member),
    undo: member.not_interested ? undo : undefined,
    menu: menu('Conversation menu', { isInChat: true }),
    onReport: (message) => viewerActions?.onAsk({ kind: 'report', message }),
    onBlock: () => viewerActions?.onAsk({ kind: 'block' }),
    onContactChanged,
  }
  return { member, target, pass, undo, menu }
}

/** Until a pass is sent, the server does not know why the two can't write. */
function contactNote(member: MemberProfile): ChatTarget['note'] {
  if (member.may_write) return null
  if (member.contact_note !== null) return { code: member.contact_code, message: member.contact_note }
  return member.not_interested
    ? { code: null, message: `You’re not interested in ${member.username}.` }
    : null
}
