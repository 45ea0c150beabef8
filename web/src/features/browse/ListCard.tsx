import type { MemberCard as Card } from '@rosella/contract/browse/shapes'
import { bandWords } from '@rosella/contract/places/bands'
import { BadgeCheck, Camera, Flower2, MessageCircle, MessageSquareQuote, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { verifiedOn } from '../../format/verified-on'
import type { ListOfProfiles } from '../../platform/list-of-profiles'
import { useLive } from '../../platform/live'
import { isImpersonating } from '../../platform/session'
import { photoUrl } from '../../platform/site'
import { TimeAgo } from '../../platform/TimeAgo'
import { CardMark } from '../../ui/CardMark'
import { type CardFact, MemberCard } from '../../ui/MemberCard'
import { Tag } from '../../ui/Tag'
import { LikeButton } from './LikeButton'

export interface ListCardProps {
  member: Card
  /** The field that holds the card's time. */
  ago: string
  eager: boolean
  /** Interests that both have, in words. */
  sharedTags?: string[]
  /** The list it stands in: a profile opened from it leads on to its neighbours. */
  list: ListOfProfiles
  action?: ReactNode
  dimmed?: boolean
}

export function ListCard({ member, ago, eager, sharedTags, list, action, dimmed }: ListCardProps) {
  const online = useLive((live) => live.usersOnline.has(member.id))
  const time = member[ago as keyof Card]
  return (
    <MemberCard
      to={`/${member.url_hash}`}
      name={member.username}
      age={member.age}
      place={member.city}
      distance={member.band === null ? undefined : bandWords[member.band]}
      sharedTags={sharedTags}
      photo={member.photo && photoUrl('tmb', member.photo)}
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
      like={!isImpersonating() && <LikeButton member={member} />}
      remarks={remarksOf(member)}
      facts={cardFacts(member)}
      dimmed={dimmed}
      action={action}
    />
  )
}

const remarksOf = (member: Card): string[] =>
  [
    member.is_new && 'New',
    member.premium && 'Premium',
    member.verified_ts !== null && `Verified. ${verifiedOn(member.verified_ts)}`,
    member.favorited && 'Favourite',
    member.matched ? 'You like each other' : member.received_like && 'Likes you',
  ].filter((remark) => typeof remark === 'string')

function cardFacts(member: Card): CardFact[] {
  const facts: (CardFact & { count: number })[] = [
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
  ]
  return facts.filter(({ count }) => count > 0)
}
