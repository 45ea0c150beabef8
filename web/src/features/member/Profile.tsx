import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SafetyQuestion } from '../../platform/safety-question'
import { Skeleton } from '../../ui/Skeleton'
import { Actions } from './Actions'
import { Discuss } from './Discuss'
import { NotInterestedNotice } from './NotInterestedNotice'
import { OwnNotice } from './OwnNotice'
import { Photos } from './Photos'
import { ProfileHeader } from './ProfileHeader'
import { ProfileFrame } from './ProfileSkeleton'
import type { ProfileScreenProps } from './slots'
import { useAskAnew, useGesture } from './use-profile'
import { Words } from './Words'

// Far below and full of words: it comes beside the data, and nobody waits for it.
const loading = import('./Metrics')
loading.catch(() => undefined)
const Metrics = lazy(async () => ({ default: (await loading).Metrics }))

const AskToVerify = lazy(async () => ({ default: (await import('./AskToVerify')).AskToVerify }))

type ProfileProps = {
  member: MemberProfile
  photos: string[]
  isOwn: boolean
  heading: RefObject<HTMLHeadingElement | null>
  /** Given where the viewer may act; without it the profile is only looked at. */
  acts?: { onAsk: (question: SafetyQuestion) => void; Menu: ProfileScreenProps['safety']['Menu'] }
  chat: ProfileScreenProps['chat']
}

export function Profile({ member, photos, isOwn, heading, acts, chat }: ProfileProps) {
  const [reply, setReply] = useState<{ prompt: string; n: number }>()
  const navigate = useNavigate()
  const again = useGesture(member)
  const onContactChanged = useAskAnew(member.url_hash)
  const undo = { pending: again.isPending, onUndo: () => again.mutate('interested-again') }
  const menu = (label: string) =>
    acts && (
      <acts.Menu
        label={label}
        notInterested={member.not_interested}
        onAsk={acts.onAsk}
        onInterestedAgain={undo.onUndo}
      />
    )

  function replyTo(prompt: string) {
    setReply({ prompt, n: (reply?.n ?? 0) + 1 })
    void navigate('#messages', { replace: true })
  }

  return (
    <ProfileFrame photos={<Photos member={member} names={photos} />}>
      <ProfileHeader
        member={member}
        heading={heading}
        tagline={acts !== undefined}
        menu={menu('Not interested, block or report')}
      />
      {isOwn && <OwnNotice />}
      {acts &&
        (member.not_interested ? (
          <NotInterestedNotice member={member} undo={undo} />
        ) : (
          <Actions member={member} chat={chat !== undefined} />
        ))}
      {acts && member.may_ask_to_verify && (
        <Suspense>
          <AskToVerify member={member} />
        </Suspense>
      )}
      {chat && (
        <section id="messages" aria-label="Messages" className="scroll-mt-4">
          {chat({
            member,
            prompts: member.dp,
            reply,
            note: member.may_write ? null : member.contact_note,
            undo: member.not_interested ? undo : undefined,
            menu: menu('Conversation menu'),
            onReport: (message) => acts?.onAsk({ kind: 'report', message }),
            onContactChanged,
          })}
        </section>
      )}
      <Words title="About me" text={member.about_offer} />
      <Words title="Looking for" text={member.wants} />
      <Discuss prompts={member.dp} onReply={chat && member.may_write ? replyTo : undefined} />
      <Suspense fallback={<Skeleton className="petal h-120" />}>
        <Metrics member={member} />
      </Suspense>
    </ProfileFrame>
  )
}
