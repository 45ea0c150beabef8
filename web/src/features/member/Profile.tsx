import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { Skeleton } from '../../ui/Skeleton'
import { Actions } from './Actions'
import { Discuss } from './Discuss'
import { OwnNotice } from './OwnNotice'
import { Photos } from './Photos'
import { ProfileHeader } from './ProfileHeader'
import { ProfileFrame } from './ProfileSkeleton'
import type { ProfileScreenProps } from './slots'
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
  safety: ReactNode
  chat: ProfileScreenProps['chat']
}

export function Profile({ member, photos, isOwn, heading, safety, chat }: ProfileProps) {
  const [reply, setReply] = useState<{ prompt: string; n: number }>()
  const navigate = useNavigate()
  const mayAct = safety !== undefined

  function replyTo(prompt: string) {
    setReply({ prompt, n: (reply?.n ?? 0) + 1 })
    void navigate('#messages', { replace: true })
  }

  return (
    <ProfileFrame photos={<Photos member={member} names={photos} />}>
      <ProfileHeader member={member} heading={heading} tagline={mayAct} menu={safety} />
      {isOwn && <OwnNotice />}
      {mayAct && <Actions member={member} chat={chat !== undefined} />}
      {mayAct && member.may_ask_to_verify && (
        <Suspense>
          <AskToVerify member={member} />
        </Suspense>
      )}
      {chat && (
        <section id="messages" aria-label="Messages" className="scroll-mt-4">
          {chat({ member, prompts: member.dp, reply })}
        </section>
      )}
      <Words title="About me" text={member.about_offer} />
      <Words title="Looking for" text={member.wants} />
      <Discuss prompts={member.dp} onReply={chat && replyTo} />
      <Suspense fallback={<Skeleton className="petal h-120" />}>
        <Metrics member={member} />
      </Suspense>
    </ProfileFrame>
  )
}
