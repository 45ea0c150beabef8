import { isUrlHash } from '@rosella/contract/member/rules'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ProfileScreen } from '../../features/member/ProfileScreen'
import { ChatFrame, TITLE } from '../../features/messages/ChatFrame'
import { SafetyMenu } from '../../features/safety/SafetyMenu'
import { SafetyQuestions } from '../../features/safety/SafetyQuestions'
import { failedBox, failedQuietly, lazyPart } from '../../ui/lazy/LazyPart'
import { MemberArea } from '../MemberArea'

// Rarely shown.
const NotFoundScreen = lazyPart(async () => (await import('./NotFoundScreen')).NotFoundScreen)

const ChatDates = lazyPart(
  async () => (await import('../../features/dates/ChatDates')).ChatDates,
  failedQuietly,
)
// Below the texts, and only if both have shown answers.
const SharedQuestions = lazyPart(
  async () => (await import('../../features/questions/SharedQuestions')).SharedQuestions,
)

// Loaded separately, so that the profile shows before the conversation.
const ChatPanel = lazyPart(
  async () => {
    // The first reply may arrive while the server is not reachable.
    ChatDates.load().catch(() => {})
    return (await import('../../features/messages/ChatPanel')).ChatPanel
  },
  (failure, { place }) => (
    <ChatFrame place={place} header={<h2 className="text-2xl">{TITLE}</h2>}>
      <div className="p-4">{failedBox(failure)}</div>
    </ChatFrame>
  ),
)

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
            <ChatPanel {...target} Dates={ChatDates} />
          </Suspense>
        )}
        questions={(member) => <SharedQuestions member={member} />}
        safety={{ Menu: SafetyMenu, Questions: SafetyQuestions }}
      />
    </MemberArea>
  )
}
