import { isUrlHash } from '@rosella/contract/member/rules'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ProfileScreen } from '../../features/member/ProfileScreen'
import { ChatFrame } from '../../features/messages/ChatFrame'
import { SafetyMenu } from '../../features/safety/SafetyMenu'
import { SafetyQuestions } from '../../features/safety/SafetyQuestions'
import { MemberArea } from '../MemberArea'
import { NotFoundScreen } from './NotFoundScreen'

// The profile is there to be read while the conversation still comes.
const ChatPanel = lazy(async () => ({
  default: (await import('../../features/messages/ChatPanel')).ChatPanel,
}))

/** Every address of one part that no other route has: a member's, or nobody's. */
export function ProfileRoute() {
  const { urlHash = '' } = useParams()
  if (!isUrlHash(urlHash)) return <NotFoundScreen />
  return (
    <MemberArea>
      <ProfileScreen
        key={urlHash}
        urlHash={urlHash}
        notFound={<NotFoundScreen />}
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
