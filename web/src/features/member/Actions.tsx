import { clientMessage } from '@rosella/contract/client-problems'
import { nextRose, ROSE_WAIT, timeLeft } from '@rosella/contract/gestures/rules'
import type { MemberProfile } from '@rosella/contract/member/endpoints'
import Heart from 'lucide-react/icons/heart'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MessageCircle from 'lucide-react/icons/message-circle'
import Rose from 'lucide-react/icons/rose'
import Star from 'lucide-react/icons/star'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useClockLabel } from '../../platform/clock'
import { onLive } from '../../platform/live/live'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { barHeight } from '../../ui/bar-height'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/IconButton'
import { Banner } from '../../ui/overlays/Banner'
import { Pompoms } from '../../ui/Pompoms'
import { useIsPhone } from '../../ui/use-media'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { useGesture } from './use-profile'

const SECONDS_BETWEEN_LABELS = 15

/** On a phone the bar stays at the bottom, within reach of the thumb, unless large text leaves no room. */
const bar =
  'flex flex-wrap items-center gap-3 thumb:fixed thumb:inset-x-0 thumb:bottom-[max(var(--bottom-bar),env(safe-area-inset-bottom))] ' +
  'thumb:z-10 thumb:min-h-18 thumb:justify-between thumb:gap-2 thumb:border-line thumb:border-t thumb:bg-paper thumb:px-3 thumb:py-2'

const measured = barHeight('--action-bar')

type ActionsProps = {
  member: MemberProfile
  /** Undefined without a conversation. */
  chat: { isOpen: boolean } | undefined
}

export function Actions({ member, chat }: ActionsProps) {
  // Drawn a few times per visit, so memoising would only add code, here and below.
  'use no memo'
  const isPhone = useIsPhone()
  const arrived = useArrivedMessages(member.url_hash, chat?.isOpen)
  return (
    <>
      {member.received_like && (
        <Banner tone="waratah" icon={member.matched ? HeartHandshake : Heart}>
          <p className="font-semibold">{`${member.username} has shown interest in you!`}</p>
          {member.matched && <p>You like each other. Say hello!</p>}
        </Banner>
      )}
      {member.received_roses > 0 && (
        <Banner tone="waratah" icon={Rose}>
          <p className="font-semibold">
            {member.received_roses === 1
              ? `${member.username} sent you a rose.`
              : `${member.username} has sent you ${member.received_roses} roses.`}
          </p>
        </Banner>
      )}
      <section ref={measured} aria-label="Actions" data-action-bar className={bar}>
        <Like member={member} />
        <Surprise member={member} />
        <Favourite member={member} />
        {chat && isPhone && (
          <Link
            to="#messages"
            state={{ back: true }}
            className="relative inline-grid size-11 shrink-0 place-items-center rounded-full bg-ink text-paper transition active:scale-92"
          >
            <MessageCircle aria-hidden="true" className="size-5.5" />
            <VisuallyHidden>Write a message</VisuallyHidden>
            <Badge count={arrived} label="new messages" className="absolute -end-1 -top-1.5" />
          </Link>
        )}
        <p role="status" className="sr-only">
          {arrived > 0 &&
            `${member.username} sent you ${arrived === 1 ? 'a message' : `${arrived} messages`}`}
        </p>
      </section>
    </>
  )
}

/** Messages that arrived while the conversation was closed, because the sender's profile shows no toast about them. */
function useArrivedMessages(urlHash: string, isOpen: boolean | undefined): number {
  'use no memo'
  const [count, setCount] = useState(0)
  useEffect(() => {
    setCount(0)
    if (isOpen) return
    return onLive((update) => {
      if (update.event === 'message' && update.data.url_hash === urlHash) setCount((before) => before + 1)
    })
  }, [urlHash, isOpen])
  return count
}

/** A like can't be taken back, so afterwards the button only shows it. */
function Like({ member }: { member: MemberProfile }) {
  const like = useGesture(member)
  const [burst, setBurst] = useState(false)
  const sent = member.sent_like
  return (
    <span className="relative inline-flex shrink-0">
      <Button
        tone={sent ? 'tender' : 'affection'}
        aria-disabled={sent}
        onClick={() => {
          setBurst(true)
          like.mutate('like', { onError: () => setBurst(false) })
        }}
        className="min-h-13 max-sm:px-3.5"
      >
        <Heart aria-hidden="true" className="size-5.5 shrink-0" fill={sent ? 'currentColor' : 'none'} />
        {sent ? 'Liked' : 'Like'}
      </Button>
      {burst && <Pompoms />}
    </span>
  )
}

function Surprise({ member }: { member: MemberProfile }) {
  const rose = useGesture(member)
  const wait = useClockLabel((now) => waitLabel(member.last_rose, Math.floor(now / 1000)))
  return (
    <span
      className={cx(
        'relative inline-flex min-w-0',
        // On a phone the waiting time is on its own line, below the actions that still work.
        wait === '' ? 'thumb:flex-1' : 'thumb:order-last thumb:basis-full',
      )}
    >
      <Button
        tone="tender"
        icon={Rose}
        pending={rose.isPending}
        aria-disabled={wait !== ''}
        onClick={() => rose.mutate('rose')}
        className={cx(
          'thumb:w-full thumb:px-2.5',
          // Where both do not fit, the label matters more than the icon.
          wait === ''
            ? 'min-h-13 thumb:max-[24rem]:[&>svg]:hidden'
            : 'thumb:text-xs! sm:min-h-13 text-balance text-sm! font-medium! thumb:[&>svg]:hidden',
        )}
      >
        {wait || 'Send surprise'}
      </Button>
      <Badge
        count={member.sent_roses}
        label={member.sent_roses === 1 ? 'rose sent' : 'roses sent'}
        className="absolute -end-1 -top-1.5"
      />
    </span>
  )
}

/** How long until the next rose may be sent, or '' if now. It changes every 15 seconds. */
function waitLabel(lastRose: number | null, now: number): string {
  const at = now - (now % SECONDS_BETWEEN_LABELS)
  const next = nextRose(lastRose, at)
  if (next === null) return ''
  return clientMessage('rose.wait', { left: timeLeft(Math.min(next, at + ROSE_WAIT), at) })
}

function Favourite({ member }: { member: MemberProfile }) {
  const favourite = useGesture(member)
  return (
    <IconButton
      label="Favourite"
      title="Favourite"
      icon={Star}
      tone="wattle"
      pressed={member.favourited}
      onClick={() => favourite.mutate(member.favourited ? 'unfav' : 'fav')}
      className="sm:size-13"
    />
  )
}
