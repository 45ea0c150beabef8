import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type MouseEvent, useEffectEvent, useLayoutEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type ListOfProfiles, readListOfProfiles } from '../../platform/list-of-profiles'
import { IconButton } from '../../ui/IconButton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

/** Moves to the previous or next profile of a list with buttons and arrow keys. Back still returns to the list. */
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

  // A layout effect, because a key pressed right after the profile appears must not act on the previous one.
  useLayoutEffect(() => {
    const watch = new AbortController()
    window.addEventListener('keydown', (event) => onKey(event), { signal: watch.signal, passive: true })
    return () => watch.abort()
  }, [])

  return { place, previous, next, go }
}

/** Whether arrow keys already have a meaning here: in fields, dialogs, menus and horizontal scrollers. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], :popover-open:not([data-toasts])')) return true
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=menu], [role=slider]')) return true
  for (let box: Element | null = target; box && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
  }
  return false
}

/** The bar above a profile opened from a list: back to the list, previous and next profile. */
export function Neighbours({ urlHash, list }: { urlHash: string; list: ListOfProfiles }) {
  const { place, previous, next, go } = useNeighbours(urlHash, list)
  const navigate = useNavigate()
  // The previous history entry is the list with its scroll position, so go back instead of opening a new one.
  const isListBehind = readListOfProfiles(useLocation().state) !== undefined

  function goBack(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }

  if (place < 0) return null
  return (
    <nav
      aria-label="Profiles in this list"
      className="mx-auto flex w-full max-w-6xl items-center gap-1 px-4 pt-2 max-sm:-mb-2 sm:px-6 sm:pt-4"
    >
      <Link
        to={list.path}
        onClick={(event) => isListBehind && goBack(event)}
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
