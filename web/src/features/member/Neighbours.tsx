import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type ListOfProfiles, readListOfProfiles } from '../../platform/list-of-profiles'
import { IconButton } from '../../ui/IconButton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { useNeighbours } from './use-neighbours'

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
