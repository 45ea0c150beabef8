import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { floatingClass, useAnchor } from './use-anchor'

type TooltipProps = {
  text: string
  /** A button or link. The text becomes its description. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** Shows on hover and focus. It stays while the pointer is on it, and Escape closes it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { anchorRef, popoverRef, anchorStyle, popoverStyle } = useAnchor<HTMLSpanElement>(open, 'above')

  useEffect(() => {
    const popover = popoverRef.current
    if (!open || !popover) return
    popover.showPopover()
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      popover.hidePopover()
    }
  }, [open, popoverRef])

  useEffect(() => () => clearTimeout(leaving.current), [])

  function enter() {
    clearTimeout(leaving.current)
    setOpen(true)
  }

  function leave() {
    // Long enough to move the pointer onto the tooltip.
    leaving.current = setTimeout(() => setOpen(false), 120)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the button or link inside.
    <span
      ref={anchorRef}
      style={anchorStyle}
      className="inline-flex"
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={enter}
      onBlur={() => setOpen(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <div
        id={id}
        ref={popoverRef}
        style={popoverStyle}
        popover="manual"
        role="tooltip"
        className={`${floatingClass} petal-sm w-max max-w-88! border-transparent! bg-ink! px-3 py-1.5 text-paper! text-sm open:animate-appear`}
      >
        {text}
      </div>
    </span>
  )
}
