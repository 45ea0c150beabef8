import { ImageOff, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { filenameOf, type Held } from './photo-queue'

/** So many pictures are loaded ahead of the one on the screen. */
const AHEAD = 3

/** The picture to decide about. The next ones are in the page already and only become visible. */
export function PhotoStage({ hand, onBroken }: { hand: readonly Held[]; onBroken: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [first] = hand
  if (!first) return null
  const isAlike = first.similar.length > 0 || first.like_banned
  const isBroken = broken === first.photo.lg_url
  return (
    <div
      className={cx(
        'petal relative grid h-[min(56rem,calc(100dvh-7.25rem))] min-h-80 place-items-center overflow-hidden bg-sunken max-lg:h-[62dvh] xl:order-2',
        isAlike && 'outline-4 outline-wattle -outline-offset-4',
      )}
    >
      {isBroken && (
        <div className="grid justify-items-center gap-3 p-6 text-center">
          <ImageOff aria-hidden="true" className="size-9 text-muted" />
          <p>This picture could not be loaded.</p>
          <Button tone="quiet" onClick={onBroken}>
            Try again
          </Button>
        </div>
      )}
      {hand.slice(0, AHEAD + 1).map((held, place) => (
        <img
          key={filenameOf(held)}
          src={held.photo.lg_url}
          alt={place === 0 ? `To decide, of ${held.photo.username ?? 'no name'}` : ''}
          data-photo={place === 0 ? filenameOf(held) : undefined}
          onError={() => setBroken(held.photo.lg_url)}
          className={cx('absolute inset-0 size-full object-contain', (place > 0 || isBroken) && 'invisible')}
        />
      ))}
      {isAlike && (
        <p className="petal-sm absolute start-4 top-4 flex items-center gap-2 bg-wattle px-3.5 py-2 font-bold text-base text-on-wattle">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          Looks like another member’s photo
        </p>
      )}
    </div>
  )
}
