import type { MemberCard as Card } from '@rosella/contract/browse/shapes'
import { problems } from '@rosella/contract/problems'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, Flower2, Heart, HeartHandshake, MessageCircle, MessageSquareQuote, Star } from 'lucide-react'
import { useRef } from 'react'
import { call, type Reply, saidOr } from '../../platform/api'
import { useLive } from '../../platform/live'
import { photoUrl } from '../../platform/site'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { CardMark } from '../../ui/CardMark'
import { type CardFact, MemberCard } from '../../ui/MemberCard'
import { Tag } from '../../ui/Tag'

interface ListCardProps {
  member: Card
  /** The field that holds the card's time. */
  ago: string
  removable: boolean
  eager: boolean
}

export function ListCard({ member, ago, removable, eager }: ListCardProps) {
  const online = useLive((live) => live.usersOnline.has(member.id))
  const button = useRef<HTMLButtonElement>(null)
  const remove = useRemoveFavourite(member.id, () => focusNeighbour(button.current))
  const time = member[ago as keyof Card]
  return (
    <MemberCard
      to={`/${member.url_hash}`}
      name={member.username}
      age={member.age}
      place={member.city}
      photo={member.photo && photoUrl('tmb', member.photo)}
      online={online}
      eager={eager}
      transitionName={`photo-${member.url_hash}`}
      time={typeof time === 'number' ? <TimeAgo at={time * 1000} /> : undefined}
      topStart={
        <>
          {member.is_new && <Tag tone="wattle">New</Tag>}
          {member.premium && <Tag tone="ink">Premium</Tag>}
        </>
      }
      topEnd={member.favorited && <CardMark icon={Star} tone="wattle" filled />}
      bottomEnd={
        member.matched ? (
          <CardMark icon={HeartHandshake} tone="waratah" />
        ) : (
          member.received_like && <CardMark icon={Heart} tone="waratah" filled />
        )
      }
      remarks={remarksOf(member)}
      facts={factsOf(member)}
      dimmed={remove.isPending}
      action={
        removable && (
          <Button ref={button} tone="quiet" onClick={() => remove.mutate()} pending={remove.isPending}>
            Remove
          </Button>
        )
      }
    />
  )
}

const remarksOf = (member: Card): string[] =>
  [
    member.is_new && 'New',
    member.premium && 'Premium',
    member.favorited && 'Favourite',
    member.matched ? 'You like each other' : member.received_like && 'Likes you',
  ].filter((remark) => typeof remark === 'string')

function factsOf(member: Card): CardFact[] {
  const facts: (CardFact & { count: number })[] = [
    { icon: Flower2, label: `Roses received: ${member.received_roses}`, count: member.received_roses },
    { icon: MessageCircle, label: `Messages: ${member.chat_messages}`, count: member.chat_messages },
    { icon: Camera, label: `Photos: ${member.approved_photos}`, count: member.approved_photos },
    { icon: MessageSquareQuote, label: `Discussion prompts: ${member.ndp}`, count: member.ndp },
  ]
  return facts.filter(({ count }) => count > 0)
}

/** Dimmed while the request runs; gone when it has succeeded. */
function useRemoveFavourite(id: number, onRemove: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/user-action', { action: 'unfav', recipient_id: id }),
    onSuccess: () => {
      onRemove()
      cache.setQueriesData<Reply<'GET /api/users'>>(
        { queryKey: ['users', 'favorites'] },
        (list) => list && { ...list, users: list.users.filter((member) => member.id !== id) },
      )
      void cache.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => showToast('danger', saidOr(error, problems.generic[1])),
  })
}

/** Whoever removes by keyboard stays in the list: at the next Remove, or at the heading after the last. */
function focusNeighbour(button: HTMLButtonElement | null): void {
  if (button === null || button !== document.activeElement) return
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const heading = document.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  ;(neighbour?.querySelector('button') ?? heading)?.focus({ preventScroll: true })
}
