import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../ui/Skeleton'
import { Actions } from './Actions'
import { Discuss } from './Discuss'
import { NotInterestedNotice } from './NotInterestedNotice'
import { OwnNotice } from './OwnNotice'
import { Photos } from './Photos'
import { ProfileHeader } from './ProfileHeader'
import { ProfileFrame } from './ProfileSkeleton'
import type { ProfileScreenProps } from './slots'
import { useChatPlace } from './use-chat-place'
import { type Acts, useChatTarget } from './use-chat-target'
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
  acts?: Acts
  chat: ProfileScreenProps['chat']
}

export function Profile({ member, photos, isOwn, heading, acts, chat }: ProfileProps) {
  const [reply, setReply] = useState<{ prompt: string; n: number }>()
  const { target, undo, menu } = useChatTarget(member, acts)
  const [place, goToChat] = useChatPlace()
  const isColumn = chat !== undefined && place === 'column'
  useFocusAfterUndo(member.not_interested, heading)

  function replyTo(prompt: string) {
    setReply({ prompt, n: (reply?.n ?? 0) + 1 })
    goToChat()
  }

  return (
    <ProfileFrame photos={<Photos member={member} names={photos} />} isNarrow={isColumn}>
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
        <section
          id="messages"
          aria-label="Messages"
          data-chat-column={isColumn ? '' : undefined}
          className={
            isColumn
              ? 'fixed end-0 top-(--top-bar) bottom-0 w-(--chat-column) border-line border-s'
              : 'scroll-mt-4'
          }
        >
          {chat({ ...target, place, reply })}
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

/** The button that takes it back has gone with its notice. */
function useFocusAfterUndo(notInterested: boolean, heading: ProfileProps['heading']): void {
  const was = useRef(notInterested)
  useEffect(() => {
    const isUndone = was.current && !notInterested
    was.current = notInterested
    if (isUndone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [notInterested, heading])
}
