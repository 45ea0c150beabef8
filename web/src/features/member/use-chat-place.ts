import type { ChatPlace } from '../../platform/chat-target'
import { useOverlay } from '../../platform/overlay'
import { useMedia } from '../../ui/use-media'

const CHAT = '#messages'

/** In the profile; whoever came for it has it beside the profile, or, on a narrow screen, alone. */
export function useChatPlace(): [place: ChatPlace, goThere: () => void] {
  const { below, open } = useOverlay()
  const isWide = useMedia('(min-width: 64rem)')
  const place = below !== CHAT ? 'section' : isWide ? 'column' : 'screen'
  return [place, () => open(CHAT)]
}
