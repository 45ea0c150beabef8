import type { ReactNode } from 'react'

type PauseOnHoverProps = {
  onHold: () => void
  onRelease: () => void
  className?: string
  children: ReactNode
}

/** Pauses the timer while the pointer or focus is on it, so that nobody has to hurry to read it or reach its button. */
export function PauseOnHover({ onHold, onRelease, className, children }: PauseOnHoverProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses a timer.
    <div
      data-toast
      className={className}
      onPointerEnter={onHold}
      onFocus={onHold}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) onRelease()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) onRelease()
      }}
    >
      {children}
    </div>
  )
}
