import ArrowUp from 'lucide-react/icons/arrow-up'
import type { RefObject } from 'react'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'

type ShowNewestProps = {
  onShow: () => void
  /** Takes the focus, because the button disappears. */
  heading: RefObject<HTMLElement | null>
  /** The negative margin that takes back the gap of the column it is in. */
  className?: string
}

/** Floats above the cards, so that nothing moves when it appears, and stays in view. */
export function ShowNewest({ onShow, heading, className = '-mb-6 max-sm:-mb-3' }: ShowNewestProps) {
  return (
    <div
      className={cx(
        'sticky top-[calc(var(--top-bar)+0.75rem)] z-5 grid h-0 animate-appear justify-items-center',
        className,
      )}
    >
      <Button
        tone="quiet"
        icon={ArrowUp}
        onClick={() => {
          onShow()
          heading.current?.focus({ preventScroll: true })
          window.scrollTo(0, 0)
        }}
        className="h-fit shadow-menu"
      >
        Show newest
      </Button>
    </div>
  )
}
