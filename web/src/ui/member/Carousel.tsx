import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx'
import { IconButton } from '../IconButton'
import { useBackdropPress, useModal } from '../overlays/Dialog'

type CarouselPhoto = { src: string; alt: string; thumb?: string }

type CarouselProps = {
  open: boolean
  onClose: () => void
  /** The dialog's title, such as 'Photos of Mia'. */
  title: string
  photos: CarouselPhoto[]
  index: number
  onIndexChange: (index: number) => void
}

const swipeThreshold = 40

/** Photos in a large dialog, with swiping, arrow keys, buttons and thumbnails. It never advances by itself. */
export function Carousel({ open, onClose, title, photos, index, onIndexChange }: CarouselProps) {
  const titleId = useId()
  const ref = useModal(open)
  const backdrop = useBackdropPress(onClose)
  const last = photos.length - 1

  function go(to: number) {
    onIndexChange(Math.min(Math.max(0, to), last))
  }

  function onKey(event: KeyboardEvent) {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={onKey}
      {...backdrop}
      className="scheme-dark m-auto h-dvh max-h-none w-full max-w-none overflow-hidden bg-sunken text-ink open:animate-appear backdrop:bg-[#140a13]/85 sm:petal sm:h-[92dvh] sm:w-[min(92vw,72rem)]"
    >
      {open && (
        <div className="flex h-full flex-col">
          <header className="flex items-center gap-4 py-2 ps-6 pe-3">
            <h2 id={titleId} tabIndex={-1} className="min-w-0 flex-1 truncate text-lg">
              {title}
            </h2>
            <p aria-live="polite" className="text-muted text-sm tabular-nums">
              Photo {index + 1} of {photos.length}
            </p>
            <IconButton label="Close" icon={X} onClick={onClose} />
          </header>
          <div className="relative min-h-0 flex-1">
            <Slides photos={photos} index={index} onSwipe={(step) => go(index + step)} />
            {last > 0 && (
              <>
                <Arrow side="start" disabled={index === 0} onClick={() => go(index - 1)} />
                <Arrow side="end" disabled={index === last} onClick={() => go(index + 1)} />
              </>
            )}
          </div>
          {last > 0 && <Thumbnails photos={photos} index={index} onChoose={go} />}
        </div>
      )}
    </dialog>
  )
}

type SlidesProps = { photos: CarouselPhoto[]; index: number; onSwipe: (step: -1 | 1) => void }

function Slides({ photos, index, onSwipe }: SlidesProps) {
  const [start, setStart] = useState<number | null>(null)
  const [drag, setDrag] = useState(0)

  function begin(event: PointerEvent<HTMLDivElement>) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setStart(event.clientX)
  }

  function move(event: PointerEvent) {
    if (start !== null && event.isPrimary) setDrag(event.clientX - start)
  }

  function end(event: PointerEvent) {
    if (start === null || !event.isPrimary) return
    const moved = event.clientX - start
    setStart(null)
    setDrag(0)
    if (event.type === 'pointerup' && Math.abs(moved) >= swipeThreshold) onSwipe(moved < 0 ? 1 : -1)
  }

  // Past either end, the photo follows the finger only a little.
  const isPastEnd = (index === 0 && drag > 0) || (index === photos.length - 1 && drag < 0)
  return (
    <div
      className="size-full cursor-grab touch-pan-y touch-pinch-zoom select-none overflow-hidden active:cursor-grabbing"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <div
        className={cx('flex h-full', start === null && 'transition-transform duration-350 ease-out')}
        style={{ transform: `translateX(calc(${-100 * index}% + ${isPastEnd ? drag / 4 : drag}px))` }}
      >
        {photos.map((photo, place) => (
          <div
            key={photo.src}
            aria-hidden={place !== index}
            className="grid size-full shrink-0 grid-rows-[100%] justify-items-center sm:px-4"
          >
            <img
              src={photo.src}
              alt={photo.alt}
              draggable={false}
              loading={Math.abs(place - index) <= 1 ? 'eager' : 'lazy'}
              className="sm:petal-md h-full w-auto max-w-full object-contain"
            />
          </div>
        ))}
      </div>
    </div>
  )
}

function Arrow({
  side,
  disabled,
  onClick,
}: {
  side: 'start' | 'end'
  disabled: boolean
  onClick: () => void
}) {
  return (
    <IconButton
      label={side === 'start' ? 'Previous photo' : 'Next photo'}
      icon={side === 'start' ? ChevronLeft : ChevronRight}
      tone="quiet"
      aria-disabled={disabled || undefined}
      onClick={onClick}
      className={cx('absolute inset-y-0 my-auto max-sm:hidden', side === 'start' ? 'start-5' : 'end-5')}
    />
  )
}

type ThumbnailsProps = { photos: CarouselPhoto[]; index: number; onChoose: (index: number) => void }

function Thumbnails({ photos, index, onChoose }: ThumbnailsProps) {
  const strip = useRef<HTMLUListElement>(null)

  useEffect(() => {
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [index])

  return (
    <ul
      ref={strip}
      className="flex gap-2 overflow-x-auto scroll-smooth px-6 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] [justify-content:safe_center] [scrollbar-width:none]"
    >
      {photos.map((photo, place) => (
        <li key={photo.src} className="shrink-0">
          <button
            type="button"
            aria-label={`Photo ${place + 1}`}
            aria-current={place === index ? 'true' : undefined}
            onClick={() => onChoose(place)}
            className="petal-sm block h-16 w-13 overflow-hidden opacity-55 transition hover:opacity-90 aria-[current=true]:opacity-100 aria-[current=true]:ring-2 aria-[current=true]:ring-ink"
          >
            <img src={photo.thumb ?? photo.src} alt="" draggable={false} className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
