import type { MemberCard as Card } from '@rosella/contract/browse/shapes'
import { bandLabels } from '@rosella/contract/places/bands'
import { agreementLabel, matchLabel, matchSteps } from '@rosella/contract/questions/agreement'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Camera from 'lucide-react/icons/camera'
import Flower2 from 'lucide-react/icons/flower-2'
import Heart from 'lucide-react/icons/heart'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import Star from 'lucide-react/icons/star'
import { type ReactNode, useState } from 'react'
import { cardPhoto } from '../../format/photo-source'
import { verifiedOn } from '../../format/verified-on'
import { decide, undoDecision, useDecision } from '../../platform/gestures/pending'
import type { ListOfProfiles } from '../../platform/list-of-profiles'
import { useLive } from '../../platform/live/live'
import { isImpersonating } from '../../platform/session/session'
import { TimeAgo } from '../../platform/TimeAgo'
import { cx } from '../../ui/cx'
import { type CardFact, MemberCard } from '../../ui/member/MemberCard'
import { Pompoms } from '../../ui/Pompoms'
import { Tag } from '../../ui/Tag'

/** In the corner of a card's photo. A second tap undoes the like until it is sent; afterwards the heart only shows it. */
export function LikeButton({ member }: { member: Card }) {
  const decision = useDecision(member.id)
  const [burst, setBurst] = useState(false)
  const isUndoable = decision?.action === 'like' && decision.isPending
  const sent = member.sent_like || decision?.action === 'like'
  const Icon = member.matched ? HeartHandshake : Heart
  const label = isUndoable ? 'Undo like for' : sent ? 'You like' : 'Like'
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        aria-label={`${label} ${member.username}`}
        aria-disabled={(sent && !isUndoable) || undefined}
        onClick={() => {
          if (isUndoable) undoDecision(member.id)
          else if (!sent) decide(member, 'like')
          setBurst(!sent)
        }}
        className={cx(
          'petal-round grid size-11 place-items-center transition',
          sent
            ? 'bg-waratah text-on-waratah'
            : 'bg-surface text-waratah inset-ring inset-ring-line hover:bg-waratah-soft hover:text-on-waratah-soft active:scale-92',
        )}
      >
        <Icon
          aria-hidden="true"
          className="size-5.5"
          fill={sent && !member.matched ? 'currentColor' : 'none'}
        />
      </button>
      {burst && sent && <Pompoms />}
    </span>
  )
}

export interface ListCardProps {
  member: Card
  /** The field with the card's time. */
  ago: string
  eager: boolean
  /** Labels of the interests that both members have. */
  sharedTags?: string[]
  /** The list that the card is in; the profile uses it to link to the neighbouring profiles. */
  list: ListOfProfiles
  action?: ReactNode
  dimmed?: boolean
  /** Leaves out the heart, because the action has its own Like button. */
  withoutHeart?: boolean
}

export function ListCard(props: ListCardProps) {
  const { member, ago, eager, sharedTags, list, action, dimmed, withoutHeart } = props
  const online = useLive((live) => live.usersOnline.has(member.id))
  const time = member[ago as keyof Card]
  return (
    <MemberCard
      to={`/${member.url_hash}`}
      name={member.username}
      age={member.age}
      place={member.city}
      distance={member.band === null ? undefined : bandLabels[member.band]}
      sharedTags={sharedTags}
      photo={
        member.photo === null
          ? null
          : cardPhoto({ filename: member.photo, sizes: member.photo_sizes, preview: member.photo_preview })
      }
      online={online}
      eager={eager}
      urlHash={member.url_hash}
      state={{ list }}
      tagline={member.tagline}
      time={typeof time === 'number' ? <TimeAgo at={time * 1000} /> : undefined}
      topStart={
        <>
          {member.is_new && <Tag tone="wattle">New</Tag>}
          {member.premium && <Tag tone="ink">Premium</Tag>}
          {member.verified_ts !== null && (
            <span title={verifiedOn(member.verified_ts)}>
              <Tag tone="gum" icon={BadgeCheck}>
                Verified
              </Tag>
            </span>
          )}
        </>
      }
      topEnd={member.favorited && <CardMark icon={Star} filled />}
      bottomStart={member.received_like && !member.matched && <Tag tone="waratah">Likes you</Tag>}
      like={!withoutHeart && !isImpersonating() && <LikeButton member={member} />}
      remarks={badgeLabels(member)}
      facts={cardFacts(member)}
      dimmed={dimmed}
      action={action}
    />
  )
}

const badgeLabels = (member: Card): string[] =>
  [
    member.is_new && 'New',
    member.premium && 'Premium',
    member.verified_ts !== null && `Verified. ${verifiedOn(member.verified_ts)}`,
    member.favorited && 'Favourite',
    member.matched ? 'You like each other' : member.received_like && 'Likes you',
  ].filter((remark) => typeof remark === 'string')

/** A low bound says nothing, but puts people off. Profiles have it. */
const isHigh = (match: number | null): match is number => match !== null && match >= matchSteps[0]

/** '65 %', or '4/6' with few common questions or a low bound. */
const agreementFact = ({ match, agree }: Card): CardFact | null =>
  agree && {
    icon: HeartHandshake,
    label: `${isHigh(match) ? `${matchLabel(match)}. ` : ''}${agreementLabel(agree)}`,
    count: isHigh(match) ? `${match}\u00a0%` : `${agree.agree}/${agree.common}`,
    isBetweenUs: true,
  }

function cardFacts(member: Card): CardFact[] {
  return [
    agreementFact(member),
    {
      icon: Flower2,
      label: `Roses received: ${member.received_roses}`,
      count: member.received_roses,
      isBetweenUs: true,
    },
    {
      icon: MessageCircle,
      label: `Messages: ${member.chat_messages}`,
      count: member.chat_messages,
      isBetweenUs: true,
    },
    { icon: Camera, label: `Photos: ${member.approved_photos}`, count: member.approved_photos },
    { icon: MessageSquareQuote, label: `Discussion prompts: ${member.ndp}`, count: member.ndp },
  ].filter((fact): fact is CardFact => !!fact?.count)
}

type CardMarkProps = { icon: LucideIcon; filled?: boolean }

/** A golden petal in a corner of a card's photo. Decorative, because the card's accessible name explains it. */
function CardMark({ icon: Icon, filled }: CardMarkProps) {
  // So small that memoising would only add code.
  'use no memo'
  return (
    <span
      aria-hidden="true"
      className="petal-round grid size-8 place-items-center bg-wattle text-on-wattle sm:size-9"
    >
      <Icon className="size-4.5 sm:size-5" fill={filled ? 'currentColor' : 'none'} />
    </span>
  )
}
