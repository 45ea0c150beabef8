import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { PhotoSource } from '../../format/photo-source'
import { cx } from '../cx'
import { IconButton } from '../IconButton'
import { useBackdropPress, useModal } from '../overlays/Dialog'
import { Picture } from './Picture'
import { type Box, MAX_SCALE, type Point, panned, STEP, WHOLE, type Zoom, zoomed } from './zoom'

type CarouselPhoto = { photo: PhotoSource; alt: string; thumb?: PhotoSource }

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

/**
 * Photos in a large dialog, with swiping, arrow keys, buttons and thumbnails. Two fingers, a double tap, a button or
 * the keys + and - zoom. It never advances by itself.
 */
export function Carousel({ open, onClose, title, photos, index, onIndexChange }: CarouselProps) {
  const titleId = useId()
  const ref = useModal(open)
  const backdrop = useBackdropPress(onClose)
  const last = photos.length - 1
  // Each photo is shown whole at first.
  const [zoomOf, setZoomOf] = useState({ index, zoom: WHOLE })
  const zoom = zoomOf.index === index ? zoomOf.zoom : WHOLE
  // A function of the latest value, because two fingers move between two renders.
  const changeZoom = (change: (zoom: Zoom) => Zoom) =>
    setZoomOf((before) => ({ index, zoom: change(before.index === index ? before.zoom : WHOLE) }))
  if (!open && zoomOf.zoom !== WHOLE) setZoomOf({ index, zoom: WHOLE })
  const isZoomed = zoom.scale > 1
  const enlarge = () => changeZoom(({ scale }) => ({ ...WHOLE, scale: Math.min(scale * STEP, MAX_SCALE) }))
  const showWhole = () => changeZoom(() => WHOLE)

  function go(to: number) {
    onIndexChange(Math.min(Math.max(0, to), last))
  }

  function onKey(event: KeyboardEvent) {
    // With Ctrl or Cmd these keys belong to the browser.
    if (event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') return enlarge()
    if (event.key === '-' || event.key === '0') return showWhole()
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
            <div className="flex items-center">
              <IconButton
                label={isZoomed ? 'Zoom out' : 'Zoom in'}
                title={isZoomed ? 'Zoom out (-)' : 'Zoom in (+)'}
                icon={isZoomed ? ZoomOut : ZoomIn}
                onClick={isZoomed ? showWhole : enlarge}
              />
              <IconButton label="Close" icon={X} onClick={onClose} />
            </div>
          </header>
          <div className="relative min-h-0 flex-1">
            <Slides
              photos={photos}
              index={index}
              onSwipe={(step) => go(index + step)}
              zoom={zoom}
              onZoom={changeZoom}
            />
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

type SlidesProps = {
  photos: CarouselPhoto[]
  index: number
  onSwipe: (step: -1 | 1) => void
  zoom: Zoom
  onZoom: (change: (zoom: Zoom) => Zoom) => void
}

/** The viewer is as wide as the window, up to 72rem. */
const viewerSizes = '(min-width: 79rem) 72rem, 100vw'

function Slides({ photos, index, onSwipe, zoom, onZoom }: SlidesProps) {
  const box = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  // From the second finger until the last one is lifted, nothing is a swipe.
  const wasPinched = useRef(false)
  const [start, setStart] = useState<number | null>(null)
  const [drag, setDrag] = useState(0)
  const isZoomed = zoom.scale > 1

  function fromMiddle({ x, y }: Point): Point {
    const { left, top, width, height } = (box.current as HTMLDivElement).getBoundingClientRect()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }
  const size = (): Box => (box.current as HTMLDivElement).getBoundingClientRect()

  function begin(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.current.size > 1) {
      wasPinched.current = true
      setStart(null)
      setDrag(0)
    } else if (!isZoomed) setStart(event.clientX)
  }

  function move(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, now)
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId)
    const other = others[0]?.[1]
    const by = { x: now.x - before.x, y: now.y - before.y }
    const area = size()
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      const [at, half] = [fromMiddle(between), { x: by.x / 2, y: by.y / 2 }]
      onZoom((last) => panned(zoomed(last, factor, at, area), half, area))
    } else if (isZoomed) onZoom((last) => panned(last, by, area))
    else if (start !== null) setDrag(now.x - start)
  }

  function end(event: PointerEvent) {
    fingers.current.delete(event.pointerId)
    const isSwipe = start !== null && !wasPinched.current && event.type === 'pointerup'
    const moved = start === null ? 0 : event.clientX - start
    if (fingers.current.size === 0) wasPinched.current = false
    setStart(null)
    setDrag(0)
    if (isSwipe && Math.abs(moved) >= swipeThreshold) onSwipe(moved < 0 ? 1 : -1)
  }

  // A pinch on a touchpad arrives as a wheel with Ctrl. React's own listener could not keep the page from zooming too.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const at = fromMiddle({ x: event.clientX, y: event.clientY })
    const area = size()
    onZoom((last) => zoomed(last, Math.exp(-event.deltaY / 100), at, area))
  })
  useEffect(() => {
    const element = box.current
    const watch = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', watch, { passive: false })
    return () => element?.removeEventListener('wheel', watch)
  }, [])

  // Past either end, the photo follows the finger only a little.
  const isPastEnd = (index === 0 && drag > 0) || (index === photos.length - 1 && drag < 0)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys do the same.
    <div
      ref={box}
      className="size-full cursor-grab touch-none select-none overflow-hidden active:cursor-grabbing"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={({ clientX, clientY }) => {
        const at = fromMiddle({ x: clientX, y: clientY })
        const area = size()
        onZoom((last) => (last.scale > 1 ? WHOLE : zoomed(last, STEP, at, area)))
      }}
    >
      <div
        className={cx('flex h-full', start === null && 'transition-transform duration-350 ease-out')}
        style={{ transform: `translateX(calc(${-100 * index}% + ${isPastEnd ? drag / 4 : drag}px))` }}
      >
        {photos.map(({ photo, alt }, place) => {
          const isShown = place === index
          return (
            <div
              key={photo.src}
              aria-hidden={!isShown}
              className="grid size-full shrink-0 grid-rows-[100%] justify-items-center sm:px-4"
              style={
                isShown && isZoomed
                  ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }
                  : undefined
              }
            >
              <Picture
                photo={photo}
                sizes={isShown && isZoomed ? `${Math.ceil(zoom.scale) * 100}vw` : viewerSizes}
                alt={alt}
                draggable={false}
                loading={Math.abs(place - index) <= 1 ? 'eager' : 'lazy'}
                className="sm:petal-md h-full w-auto max-w-full object-contain"
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

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
        <li key={photo.photo.src} className="shrink-0">
          <button
            type="button"
            aria-label={`Photo ${place + 1}`}
            aria-current={place === index ? 'true' : undefined}
            onClick={() => onChoose(place)}
            className="petal-sm block h-16 w-13 overflow-hidden opacity-55 transition hover:opacity-90 aria-[current=true]:opacity-100 aria-[current=true]:ring-2 aria-[current=true]:ring-ink"
          >
            <Picture
              photo={photo.thumb ?? photo.photo}
              alt=""
              draggable={false}
              className="size-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
