import { isUrlHash } from '@rosella/contract/member/rules'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ProfileScreen } from '../../features/member/ProfileScreen'
import { ChatFrame } from '../../features/messages/ChatFrame'
import { SafetyMenu } from '../../features/safety/SafetyMenu'
import { SafetyQuestions } from '../../features/safety/SafetyQuestions'
import { lazyRoute } from '../lazy-route'
import { MemberArea } from '../MemberArea'

// Rarely shown.
const NotFoundScreen = lazyRoute(async () => (await import('./NotFoundScreen')).NotFoundScreen)

// Loaded separately, so that the profile shows before the conversation.
const ChatPanel = lazy(async () => ({
  default: (await import('../../features/messages/ChatPanel')).ChatPanel,
}))

/** Any path with one segment that no other route matches: a member's profile, or not found. */
export function ProfileRoute() {
  const { urlHash = '' } = useParams()
  const notFound = (
    <Suspense>
      <NotFoundScreen />
    </Suspense>
  )
  if (!isUrlHash(urlHash)) return notFound
  return (
    <MemberArea>
      <ProfileScreen
        key={urlHash}
        urlHash={urlHash}
        notFound={notFound}
        chat={(target) => (
          <Suspense fallback={<ChatFrame place={target.place} />}>
            <ChatPanel {...target} />
          </Suspense>
        )}
        safety={{ Menu: SafetyMenu, Questions: SafetyQuestions }}
      />
    </MemberArea>
  )
}
