import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type MouseEvent, useEffectEvent, useLayoutEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type ListOfProfiles, readListOfProfiles } from '../../platform/list-of-profiles'
import { IconButton } from '../../ui/IconButton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

/** Where a finger was, in pixels of the window. */
interface Point {
  clientX: number
  clientY: number
}

const FAR_ENOUGH = 60
/** Phones have gestures of their own that begin at the edges. */
const EDGE = 24

/** A swipe to the side that is meant: long, level, and not from the edge. */
export function swipeDirection(start: Point, end: Point, width: number): 'previous' | 'next' | undefined {
  if (start.clientX < EDGE || start.clientX > width - EDGE) return undefined
  const across = end.clientX - start.clientX
  const down = Math.abs(end.clientY - start.clientY)
  if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < 2 * down) return undefined
  return across < 0 ? 'next' : 'previous'
}

/** Who stands before and after a profile in its list, by buttons, arrow keys and swipes. Back leads to the list still. */
export function useNeighbours(urlHash: string, list: ListOfProfiles) {
  const navigate = useNavigate()
  const place = list.hashes.indexOf(urlHash)
  const previous = list.hashes[place - 1]
  const next = list.hashes[place + 1]

  function go(hash: string | undefined) {
    if (hash !== undefined) void navigate(`/${hash}`, { replace: true, state: { list } })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
    if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || isBusy(event.target)) return
    go(event.key === 'ArrowLeft' ? previous : next)
  })
  const onSwipe = useEffectEvent((start: Touch, end: Touch) => {
    const direction = swipeDirection(start, end, window.innerWidth)
    if (direction !== undefined) go(direction === 'next' ? next : previous)
  })

  // With the drawing, not after it: a key pressed as soon as a profile shows would still be the one before's.
  useLayoutEffect(() => {
    const watch = new AbortController()
    const options = { signal: watch.signal, passive: true }
    let start: Touch | undefined
    window.addEventListener('keydown', (event) => onKey(event), options)
    window.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        start = touches.length === 1 && !isBusy(target) ? touches[0] : undefined
      },
      options,
    )
    window.addEventListener(
      'touchend',
      ({ changedTouches: [end] }) => {
        if (start && end) onSwipe(start, end)
        start = undefined
      },
      options,
    )
    return () => watch.abort()
  }, [])

  return { place, previous, next, go }
}

/** Where arrows and swipes mean something else: typing, dialogs and menus, and whatever moves sideways by itself. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], :popover-open:not([data-toasts])')) return true
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=menu], [role=slider]')) return true
  for (let box: Element | null = target; box && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}

/** Above a profile that was opened from a list: back to it, and on to the members before and after. */
export function Neighbours({ urlHash, list }: { urlHash: string; list: ListOfProfiles }) {
  const { place, previous, next, go } = useNeighbours(urlHash, list)
  const navigate = useNavigate()
  // The entry before this one is the list, scrolled to where it was left.
  const isNext = readListOfProfiles(useLocation().state) !== undefined

  function goBack(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }

  if (place < 0) return null
  return (
    <nav
      aria-label="Profiles of the list"
      className="mx-auto flex w-full max-w-6xl items-center gap-1 px-4 pt-2 max-sm:-mb-2 sm:px-6 sm:pt-4"
    >
      <Link
        to={list.path}
        onClick={(event) => isNext && goBack(event)}
        className="petal-sm -ms-2 me-auto flex min-h-11 min-w-0 items-center gap-1.5 px-2 font-semibold text-muted transition hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
        <span className="truncate">{list.title}</span>
      </Link>
      <IconButton
        label="Previous profile"
        title="Previous profile (←)"
        icon={ChevronLeft}
        disabled={previous === undefined}
        onClick={() => go(previous)}
      />
      <p className="min-w-16 text-center text-muted text-sm tabular-nums">
        <VisuallyHidden>Profile </VisuallyHidden>
        {place + 1} of {list.hashes.length}
      </p>
      <IconButton
        label="Next profile"
        title="Next profile (→)"
        icon={ChevronRight}
        disabled={next === undefined}
        onClick={() => go(next)}
      />
    </nav>
  )
}
