import { useLocation, useNavigate } from 'react-router'
import type { ChatPlace } from '../../platform/chat-target'
import { useOverlay } from '../../platform/overlay'
import { useMedia } from '../../ui/use-media'

const CHAT = '#messages'

/** In the profile; whoever came for it has it beside the profile, or, on a narrow screen, alone. */
export function useChatPlace(): ChatPlace {
  const { below } = useOverlay()
  const isWide = useMedia('(min-width: 64rem)')
  if (below !== CHAT) return 'section'
  return isWide ? 'column' : 'screen'
}

/** To the conversation of the profile that is shown, which stays where it is; Back leads to it. */
export function useGoToChat(): () => void {
  const { state, hash } = useLocation()
  const navigate = useNavigate()
  return () => {
    const kept = state !== null && typeof state === 'object' ? state : {}
    void navigate(CHAT, { replace: hash === CHAT, state: { ...kept, back: true }, preventScrollReset: true })
  }
}
