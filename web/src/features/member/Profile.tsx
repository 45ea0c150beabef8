import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { ageAt } from '@rosella/contract/member/rules'
import { bandLabels } from '@rosella/contract/places/bands'
import { countryName } from '@rosella/contract/places/country-name'
import { sentences } from '@rosella/contract/sentences'
import Eye from 'lucide-react/icons/eye'
import HeartOff from 'lucide-react/icons/heart-off'
import MapPin from 'lucide-react/icons/map-pin'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PhotoSource } from '../../format/photo-source'
import type { ChatPlace } from '../../platform/chat-target'
import { useHistoryOverlay } from '../../platform/history-overlay'
import type { ListOfProfiles } from '../../platform/list-of-profiles'
import { Button, ButtonLink } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { lazyPart } from '../../ui/lazy/LazyPart'
import { VerifiedBadge } from '../../ui/member/VerifiedBadge'
import { Banner } from '../../ui/overlays/Banner'
import { Skeleton } from '../../ui/Skeleton'
import { Tag } from '../../ui/Tag'
import { useIsPhone, useMedia } from '../../ui/use-media'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { Actions } from './Actions'
import { Photos } from './Photos'
import { ProfileFrame } from './ProfileSkeleton'
import type { ProfileScreenProps } from './slots'
import { useChatTarget, type ViewerActions } from './use-chat-target'
import type { Profile as ProfileReply } from './use-profile'

type NotInterestedNoticeProps = {
  member: MemberProfile
  undo: { pending: boolean; onUndo: () => void }
}

/** Shown instead of the actions. */
export function NotInterestedNotice({ member, undo }: NotInterestedNoticeProps) {
  // Drawn a few times per visit, so memoising would only add code, here and below.
  'use no memo'
  return (
    <Banner
      icon={HeartOff}
      action={
        <Button tone="quiet" pending={undo.pending} onClick={undo.onUndo}>
          Undo
        </Button>
      }
    >
      <p className="font-semibold">{`You’re not interested in ${member.username}.`}</p>
      <p>They no longer appear in your lists and searches.</p>
    </Banner>
  )
}

export function OwnNotice() {
  'use no memo'
  return (
    <Banner
      icon={Eye}
      action={
        <>
          <ButtonLink tone="quiet" to="/edit">
            Edit profile
          </ButtonLink>
          {/* A full page load, because only that page's own document may use the camera. */}
          <ButtonLink tone="quiet" to="/verify-photos" reloadDocument>
            Verify my photos
          </ButtonLink>
        </>
      }
    >
      <p className="font-semibold">This is your profile as others see it.</p>
      <p>They also see your tagline and the ways to get in touch.</p>
    </Banner>
  )
}

type ProfileHeaderProps = {
  member: MemberProfile
  heading: RefObject<HTMLHeadingElement | null>
  /** Shown only if the viewer can act. */
  tagline: boolean
  menu: ReactNode
}

export function ProfileHeader({ member, heading, tagline, menu }: ProfileHeaderProps) {
  'use no memo'
  const age = member.birthday === null ? '' : `, ${ageAt(member.birthday, Math.floor(Date.now() / 1000))}`
  return (
    <header className="grid gap-5">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-4xl sm:text-5xl">
            <bdi>{member.username}</bdi>
            <span className="font-medium">{age}</span>
          </h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Place member={member} />
            {member.band !== null && <span className="text-lg text-muted">{bandLabels[member.band]}</span>}
            {member.premium && <Tag tone="ink">Premium</Tag>}
            <VerifiedBadge ts={member.verified_ts} />
          </div>
        </div>
        {menu}
      </div>
      {tagline && member.tagline !== '' && (
        <p
          dir="auto"
          className="petal wrap-anywhere w-fit max-w-full bg-surface px-6 py-4 font-display font-semibold text-xl leading-snug inset-ring inset-ring-line sm:text-2xl"
        >
          {member.tagline}
        </p>
      )}
    </header>
  )
}

/** City and country, with a link to a map if their coordinates are known. */
function Place({ member: { city, country, location } }: { member: MemberProfile }) {
  'use no memo'
  // If the town is hidden and the state unknown, `city` is the country's name.
  const text = [...new Set([city, country && countryName(country)])].filter(Boolean).join(', ')
  if (text === '') return null
  const inside = (
    <>
      <MapPin aria-hidden="true" className="size-5 shrink-0" />
      <span className="wrap-anywhere">{text}</span>
    </>
  )
  const style = '-ms-0.5 inline-flex min-h-11 items-center gap-1.5 text-lg text-muted'
  if (!location) return <p className={style}>{inside}</p>
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      className={`${style} petal-sm underline decoration-line-strong decoration-1 underline-offset-4 hover:text-ink hover:decoration-2`}
    >
      {inside}
      <VisuallyHidden> (map, opens in a new tab)</VisuallyHidden>
    </a>
  )
}

const CHAT = '#messages'
const FULL_CHAT = '#chat'

/**
 * A section of the profile. At #messages, a column next to it or, on a narrow screen, the whole screen. On a phone it is
 * undefined until the member opens it, because a conversation inside the page traps the scrolling finger.
 */
export function useChatPlace(): [place: ChatPlace | undefined, goThere: () => void] {
  const { hash, below, open } = useHistoryOverlay()
  const isWide = useMedia('(min-width: 64rem)')
  const isPhone = useIsPhone()
  const inPage = isPhone && hash !== FULL_CHAT ? undefined : 'section'
  const place = below !== CHAT ? inPage : isWide ? 'column' : 'screen'
  return [place, () => open(CHAT)]
}

export function TextSection({ title, text }: { title: string; text: string }) {
  'use no memo'
  const isPhone = useIsPhone()
  if (isPhone && text.trim() === '') return null
  return (
    <section className="grid gap-2">
      <h2 className="text-2xl">{title}</h2>
      {text.trim() === '' ? (
        <p className="text-muted">{sentences.noAnswer}</p>
      ) : (
        <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-wrap">
          {text}
        </p>
      )}
    </section>
  )
}

// Far down the page, so it loads in parallel with the data and nothing waits for it.
const Details = lazyPart(async () => (await import('./Metrics')).Details)
Details.load().catch(() => undefined)

const AskToVerify = lazyPart(async () => (await import('./AskToVerify')).AskToVerify)

type ProfileProps = {
  member: MemberProfile
  photos: ProfileReply['photos']
  card: PhotoSource | undefined
  isOwn: boolean
  heading: RefObject<HTMLHeadingElement | null>
  /** Undefined if the viewer may only read the profile. */
  viewerActions?: ViewerActions
  chat: ProfileScreenProps['chat']
  questions: ProfileScreenProps['questions']
  /** The list that the profile was opened from. */
  list?: ListOfProfiles
}

export function Profile(props: ProfileProps) {
  'use no memo'
  const { photos, card, isOwn, heading, viewerActions, chat, questions, list } = props
  const [reply, setReply] = useState<{ prompt: string; n: number }>()
  const { member, target, pass, undo, menu } = useChatTarget(props.member, viewerActions)
  const goToNext = useNextProfile(member.url_hash, list)
  const [place, goToChat] = useChatPlace()
  const isColumn = chat !== undefined && place === 'column'
  useFocusAfterUndo(member.not_interested, heading)
  // A conversation that is opened again later must not quote the prompt again.
  useEffect(() => {
    if (place === undefined) setReply(undefined)
  }, [place])

  function replyTo(prompt: string) {
    setReply({ prompt, n: (reply?.n ?? 0) + 1 })
    goToChat()
  }

  return (
    <ProfileFrame photos={<Photos member={member} photos={photos} card={card} />} isNarrow={isColumn}>
      <ProfileHeader
        member={member}
        heading={heading}
        tagline={viewerActions !== undefined}
        menu={
          viewerActions && (
            <span className="flex">
              {/* Stays after a tap, so that it keeps the focus. */}
              <IconButton
                label="Not interested"
                title="Not interested"
                icon={HeartOff}
                pressed={member.not_interested}
                onClick={() => (member.not_interested ? undo.onUndo() : pass(goToNext))}
              />
              {menu('Not interested, block or report', { onPassed: goToNext })}
            </span>
          )
        }
      />
      {isOwn && <OwnNotice />}
      {viewerActions &&
        (member.not_interested ? (
          <NotInterestedNotice member={member} undo={undo} />
        ) : (
          <Actions member={member} chat={chat && { isOpen: place !== undefined }} />
        ))}
      {viewerActions && member.may_ask_to_verify && (
        <Suspense>
          <AskToVerify member={member} />
        </Suspense>
      )}
      {chat && place && (
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
      <TextSection title="About me" text={member.about_offer} />
      <TextSection title="Looking for" text={member.wants} />
      {member.agree && <Suspense>{questions(member)}</Suspense>}
      <Suspense fallback={<Skeleton className="petal h-120" />}>
        <Details member={member} onReply={chat && member.may_write ? replyTo : undefined} />
      </Suspense>
    </ProfileFrame>
  )
}

/** Moves on to the next person of the list. At its end, and without a list, the profile stays. */
function useNextProfile(urlHash: string, list: ListOfProfiles | undefined): () => void {
  const navigate = useNavigate()
  const place = list?.hashes.indexOf(urlHash) ?? -1
  const next = place < 0 ? undefined : list?.hashes[place + 1]
  return () => {
    if (next !== undefined) void navigate(`/${next}`, { replace: true, state: { list } })
  }
}

/** Moves the focus to the heading, because Undo disappears with its notice. */
function useFocusAfterUndo(notInterested: boolean, heading: ProfileProps['heading']): void {
  const was = useRef(notInterested)
  useEffect(() => {
    const isUndone = was.current && !notInterested
    was.current = notInterested
    if (isUndone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [notInterested, heading])
}
