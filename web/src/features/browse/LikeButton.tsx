import type { MemberCard } from '@rosella/contract/browse/shapes'
import { Heart, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx'
import { Pompoms } from '../../ui/Pompoms'
import { useLike } from './use-like'

/** In the corner of a card's photo. One way and once: after it the heart only tells. */
export function LikeButton({ member }: { member: MemberCard }) {
  const like = useLike()
  const [burst, setBurst] = useState(false)
  const sent = member.sent_like
  const Icon = member.matched ? HeartHandshake : Heart
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        aria-label={sent ? `You like ${member.username}` : `Like ${member.username}`}
        aria-disabled={sent || undefined}
        onClick={() => {
          if (sent) return
          setBurst(true)
          like.mutate(member.id, { onError: () => setBurst(false) })
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
      {burst && <Pompoms />}
    </span>
  )
}
