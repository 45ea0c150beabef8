import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { ChatTarget } from '../../platform/chat-target'
import type { SafetyQuestion } from '../../platform/safety-question'
import type { ProfileScreenProps } from './slots'
import { useAskAnew, useGesture } from './use-profile'

/** Given where the viewer may act; without it a member is only looked at. */
export interface Acts {
  onAsk: (question: SafetyQuestion) => void
  Menu: ProfileScreenProps['safety']['Menu']
}

/** What a profile and a conversation with its member have in common. */
export function useChatTarget(member: MemberProfile, acts: Acts | undefined) {
  const cache = useQueryClient()
  const again = useGesture(member)
  const onContactChanged = useAskAnew(member.url_hash)
  const undo = { pending: again.isPending, onUndo: () => again.mutate('interested-again') }
  // Seldom needed.
  const askToVerify = async () => (await import('./AskToVerify')).askToVerify(cache, member)
  const menu = (label: string, isInChat?: boolean) =>
    acts &&
    createElement(acts.Menu, {
      label,
      notInterested: member.not_interested,
      onAsk: acts.onAsk,
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
    onReport: (message) => acts?.onAsk({ kind: 'report', message }),
    onBlock: () => acts?.onAsk({ kind: 'block' }),
    onContactChanged,
  }
  return { target, undo, menu }
}
