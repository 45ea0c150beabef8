import Info from 'lucide-react/icons/info'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../cx'
import { floatingClass, useAnchor } from './use-anchor'

type PopoverProps = {
  /** The accessible name of the button and the panel. */
  label: string
  children: ReactNode
}

/** An info button that opens a panel with an explanation. */
export function Popover({ label, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { anchorRef, popoverRef, anchorStyle, popoverStyle } = useAnchor<HTMLButtonElement>(
    open,
    'below-start',
  )
  return (
    <>
      <button
        type="button"
        ref={anchorRef}
        style={anchorStyle}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className="inline-grid min-h-11 min-w-11 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Info aria-hidden="true" className="size-5.5" />
      </button>
      <div
        id={id}
        ref={popoverRef}
        style={popoverStyle}
        popover="auto"
        role="note"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={cx(floatingClass, 'petal-md w-80 px-5 py-4 text-sm open:animate-appear')}
      >
        {children}
      </div>
    </>
  )
}
