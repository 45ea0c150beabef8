import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import type { SafetyQuestion } from '../../platform/safety-question'
import type { ProfileScreenProps } from './slots'
import { useGesture, useRefetchProfile } from './use-profile'

/** How the viewer may act on a member. Undefined if they may only read. */
export interface ViewerActions {
  onAsk: (question: SafetyQuestion) => void
  Menu: ProfileScreenProps['safety']['Menu']
}

/** The chat, menu and undo that the profile and the conversation pane share. */
export function useChatTarget(member: MemberProfile, viewerActions: ViewerActions | undefined) {
  const cache = useQueryClient()
  const gesture = useGesture(member)
  const onContactChanged = useRefetchProfile(member.url_hash)
  const undo = { pending: gesture.isPending, onUndo: () => gesture.mutate('interested-again') }
  // Rarely needed, so loaded on demand.
  const askToVerify = async () => (await import('./AskToVerify')).askToVerify(cache, member)
  const menu = (label: string, isInChat?: boolean) =>
    viewerActions &&
    createElement(viewerActions.Menu, {
      label,
      notInterested: member.not_interested,
      onAsk: viewerActions.onAsk,
      onInterestedAgain: undo.onUndo,
      onAskToVerify: isInChat && member.may_ask_to_verify ? () => void askToVerify() : undefined,
    })
  const target: Omit<ChatTarget, 'place'> = {
    member,
    prompts: member.dp,
    note:
      member.may_write || member.contact_note === null
        ? null
        : { code: member.contact_code, message: member.contact_note },
    undo: member.not_interested ? undo : undefined,
    menu: menu('Conversation menu', true),
    onReport: (message) => viewerActions?.onAsk({ kind: 'report', message }),
    onBlock: () => viewerActions?.onAsk({ kind: 'block' }),
    onContactChanged,
  }
  return { target, undo, menu }
}
