import type { LucideIcon } from 'lucide-react'
import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { cx } from './cx'

type PagerProps = {
  page: number
  pages: number
  hrefFor: (page: number) => string
}

const cell = 'grid petal-sm min-h-11 min-w-11 place-items-center px-2 font-semibold tabular-nums'

/** Links to the first, previous, next and last page and to the pages around. A phone shows only the current number. */
export function Pager({ page, pages, hrefFor }: PagerProps) {
  // Drawn a few times per visit, so memoising would only add code, here and below.
  'use no memo'
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <Step name="First page" icon={ChevronFirst} to={page > 1 ? hrefFor(1) : null} />
        <Step name="Previous page" icon={ChevronLeft} to={page > 1 ? hrefFor(page - 1) : null} />
        {numbersAround(page, pages).map((number) => (
          <li key={number} className={number === page ? undefined : 'max-sm:hidden'}>
            <Link
              to={hrefFor(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              className={cx(
                cell,
                number === page ? 'bg-ink text-paper' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {number}
            </Link>
          </li>
        ))}
        <Step name="Next page" icon={ChevronRight} to={page < pages ? hrefFor(page + 1) : null} />
        <Step name="Last page" icon={ChevronLast} to={page < pages ? hrefFor(pages) : null} />
      </ul>
    </nav>
  )
}

function Step({ name, icon: Icon, to }: { name: string; icon: LucideIcon; to: string | null }) {
  'use no memo'
  const icon = <Icon aria-hidden="true" className="size-5.5" />
  return (
    <li>
      {to === null ? (
        <span aria-hidden="true" className={cx(cell, 'opacity-35')}>
          {icon}
        </span>
      ) : (
        <Link to={to} aria-label={name} className={cx(cell, 'hover:bg-sunken')}>
          {icon}
        </Link>
      )}
    </li>
  )
}

/** Up to five numbers around the current one. */
function numbersAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4))
  const last = Math.min(pages, first + 4)
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}
