import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import Rose from 'lucide-react/icons/rose'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx'

export type ToastType = 'info' | 'success' | 'danger' | 'affection'

const styles: Record<ToastType, { colour: string; icon: LucideIcon }> = {
  info: { colour: 'bg-ink text-paper', icon: Info },
  success: { colour: 'bg-gum text-on-gum', icon: CircleCheck },
  danger: { colour: 'bg-danger text-on-danger', icon: TriangleAlert },
  affection: { colour: 'bg-waratah text-on-waratah', icon: Rose },
}

/**
 * Stacks all toasts in the top layer, so that nothing hides them. It is invisible when empty. On screens with
 * `foot-clear`, toasts start at the top instead. It fills the screen and uses padding to keep clear of the bars, so that
 * nothing shifts when a bar is measured.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.showPopover(), [])
  return (
    <section
      ref={ref}
      popover="manual"
      data-toasts
      aria-label="Notifications"
      className="pointer-events-none fixed inset-0 m-0 flex h-auto w-auto flex-col items-end justify-end bg-transparent p-4 pe-[calc(1rem+var(--chat-column)+env(safe-area-inset-right))] pt-[calc(1rem+var(--top-bar))] pb-[calc(1rem+var(--foot))] foot-clear:items-start foot-clear:justify-start *:w-full *:max-w-104"
    >
      {children}
    </section>
  )
}

type ToastProps = {
  type?: ToastType
  children: ReactNode
  onClose: () => void
  /** Replaces the icon, for example with the sender's avatar. */
  picture?: ReactNode
  /** Makes the text a link. */
  to?: string
  /** A button or link after the text, styled with `toastAction`. */
  action?: ReactNode
}

/** Above the link that covers the toast. */
export const toastAction =
  'relative inline-flex min-h-11 shrink-0 items-center rounded-full px-4 font-bold inset-ring-2 inset-ring-current transition hover:bg-current/15'

/** The caller controls the text and the time, and announces it to screen readers. */
export function Toast({ type = 'info', children, onClose, picture, to, action }: ToastProps) {
  // So small that memoising would only add code.
  'use no memo'
  const { colour, icon: Icon } = styles[type]
  return (
    <div
      data-toast
      className={cx(
        'petal-md-own pointer-events-auto relative mt-3 flex animate-arrive items-center gap-3 py-2.5 ps-4 pe-2',
        colour,
      )}
    >
      {picture ?? <Icon aria-hidden="true" className="size-6 shrink-0" />}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-0 flex-auto py-1 text-start font-semibold leading-snug">
          {to === undefined ? (
            children
          ) : (
            <Link to={to} onClick={onClose} className="after:absolute after:inset-0">
              {children}
            </Link>
          )}
        </p>
        {action}
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="relative grid size-11 shrink-0 place-items-center rounded-full transition hover:bg-current/15"
      >
        <X aria-hidden="true" className="size-5.5" />
      </button>
    </div>
  )
}
