import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import type { SafetyQuestion } from '../../platform/safety-question'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import type { ProfileScreenProps } from './slots'
import { useChatTarget, type ViewerActions } from './use-chat-target'
import { type Profile, unrecorded, useMarkBlocked } from './use-profile'

type ConversationPaneProps = Pick<ProfileScreenProps, 'urlHash' | 'safety'> & {
  chat: NonNullable<ProfileScreenProps['chat']>
}

/** Loads a member for the conversation next to the list, which is not a view. */
function useConversationPartner(urlHash: string) {
  return useQuery({
    queryKey: queryKeys.profile(urlHash),
    queryFn: async ({ signal }) => {
      unrecorded.add(urlHash)
      return call('GET /api/view-profile', { url_hash: urlHash, conversation: 1 }, { signal })
    },
  })
}

/** The conversation with a member, next to the list of conversations. */
export function ConversationPane({ urlHash, chat, safety }: ConversationPaneProps) {
  const { data, error, isFetching, refetch } = useConversationPartner(urlHash)
  const [question, ask] = useState<SafetyQuestion | null>()
  const [reported, setReported] = useState(false)
  const markBlocked = useMarkBlocked(urlHash)
  if (!data) {
    const isGone = error instanceof CallFailed && error.status === 404
    return (
      <div className="px-4 py-8 sm:px-6">
        {error ? (
          <Alert
            action={
              !isGone && (
                <Button pending={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
              )
            }
          >
            {error.message}
          </Alert>
        ) : (
          <p role="status" className="animate-late text-center text-muted text-sm">
            {sentences.loading}
          </p>
        )}
      </div>
    )
  }
  const { user, settings } = data
  return (
    <>
      {user.is_blocked ? (
        <div className="px-4 py-8 sm:px-6">
          <Alert action={!reported && <Button onClick={() => ask({ kind: 'report' })}>Report user</Button>}>
            {sentences.blocked}
          </Alert>
        </div>
      ) : (
        <Chat user={user} viewerActions={{ onAsk: ask, Menu: safety.Menu }} chat={chat} />
      )}
      <safety.Questions
        question={question}
        onQuestion={ask}
        member={user}
        reasons={settings.report_reasons ?? []}
        blocked={user.is_blocked}
        onBlocked={markBlocked}
        onReported={() => setReported(true)}
      />
    </>
  )
}

type ChatProps = Pick<ConversationPaneProps, 'chat'> & { user: Profile['user']; viewerActions: ViewerActions }

function Chat({ user, viewerActions, chat }: ChatProps) {
  const { target } = useChatTarget(user, viewerActions)
  return chat({ ...target, place: 'column', profileLink: true })
}
