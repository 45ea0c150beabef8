import { sentences } from '@rosella/contract/sentences'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { PhotoSource } from '../../format/photo-source'
import { CallFailed } from '../../platform/api'
import { readListOfProfiles } from '../../platform/list-of-profiles'
import type { SafetyQuestion } from '../../platform/safety-question'
import { isImpersonating, useSession } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { lazyPart } from '../../ui/lazy/LazyPart'
import { Profile } from './Profile'
import { ProfileSkeleton } from './ProfileSkeleton'
import type { ProfileScreenProps } from './slots'
import { useMarkBlocked, useProfile } from './use-profile'

// Loaded later, because the profile can be read without it.
const Neighbours = lazyPart(async () => (await import('./Neighbours')).Neighbours)

// Rarely shown.
const BlockedProfile = lazyPart(async () => (await import('./BlockedProfile')).BlockedProfile)

/** Another member's profile, or the viewer's own as others see it. */
export function ProfileScreen({ urlHash, notFound, chat, questions, safety }: ProfileScreenProps) {
  const { data, error, isFetching, refetch } = useProfile(urlHash)
  const session = useSession()
  const [reported, setReported] = useState(false)
  const [question, ask] = useState<SafetyQuestion | null>()
  const markBlocked = useMarkBlocked(urlHash)
  const photo = usePhotoOfCard()
  const { state } = useLocation()
  // Read once, because links within the profile (#messages) do not carry the list.
  const [list] = useState(() => readListOfProfiles(state))
  const neighbours = list && (
    <Suspense fallback={<div className="h-13 max-sm:-mb-2 sm:h-15" />}>
      <Neighbours urlHash={urlHash} list={list} />
    </Suspense>
  )
  useTitle(data?.user.username ?? sentences.loading)
  const heading = useHeadingAfterLoad(data !== undefined)

  if (error instanceof CallFailed && error.status === 404) return notFound
  if (!data && error) {
    return (
      <div className="mx-auto w-full max-w-xl px-4 py-16">
        <Alert
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      </div>
    )
  }
  if (!data) {
    return (
      <>
        {neighbours}
        <ProfileSkeleton urlHash={urlHash} photo={photo} />
      </>
    )
  }

  const { user, photos, settings } = data
  const isOwn = user.id === session?.id
  // An impersonating admin can only read.
  const isOpen = !isOwn && !isImpersonating()
  return (
    <>
      {user.is_blocked ? (
        <Suspense>
          <BlockedProfile onReport={reported ? undefined : () => ask({ kind: 'report' })} />
        </Suspense>
      ) : (
        <>
          {neighbours}
          <Profile
            member={user}
            photos={photos}
            card={photo}
            isOwn={isOwn}
            heading={heading}
            viewerActions={isOpen ? { onAsk: ask, Menu: safety.Menu } : undefined}
            list={list}
            chat={isOpen ? chat : undefined}
            questions={questions}
          />
        </>
      )}
      {(isOpen || user.is_blocked) && (
        <safety.Questions
          question={question}
          onQuestion={ask}
          member={user}
          reasons={settings.report_reasons ?? []}
          blocked={user.is_blocked}
          onBlocked={markBlocked}
          onReported={() => setReported(true)}
        />
      )}
    </>
  )
}

/** The photo of the card that was clicked, shown until the profile's own is loaded. */
function usePhotoOfCard(): PhotoSource | undefined {
  const state: unknown = useLocation().state
  const photo = state !== null && typeof state === 'object' && 'photo' in state ? state.photo : undefined
  // An entry that the previous version of the site made has only an address.
  return photo !== null && typeof photo === 'object' ? (photo as PhotoSource) : undefined
}

/** Focuses the heading after loading, because it did not exist yet when the shell looked for it. */
function useHeadingAfterLoad(ready: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ready && document.activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
  }, [ready])
  return heading
}
