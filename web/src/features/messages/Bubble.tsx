import type { ReactNode } from 'react'
import { messageTime } from '../../format/message-time'
import { useClockLabel } from '../../platform/clock'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

interface LineProps {
  own: boolean
  label: ReactNode
  /** For screen readers; others see the author from the side. */
  author: string
  children: ReactNode
}

export function Line({ own, label, author, children }: LineProps) {
  return (
    <li className="grid gap-1 px-3 pt-1 sm:px-4">
      {label && <p className={cx('pt-3 text-muted text-xs', own ? 'text-end' : 'text-start')}>{label}</p>}
      <div className={cx('flex flex-col', own ? 'items-end' : 'items-start')}>
        <VisuallyHidden>{author}:</VisuallyHidden>
        {children}
      </div>
    </li>
  )
}

/** Plain text with its line breaks, in the direction of its script. */
export function Bubble({ own, text, children }: { own: boolean; text: string; children?: ReactNode }) {
  return (
    <div
      data-bubble
      className={cx(
        'pointer-coarse:select-none relative w-fit max-w-[85%] py-2.5 [-webkit-touch-callout:none] sm:max-w-[75%]',
        own
          ? 'petal-md-own bg-bubble-out ps-4 pe-9.5 text-on-bubble-out'
          : 'petal-md bg-surface px-4 text-ink inset-ring inset-ring-line',
      )}
    >
      <p dir="auto" className="whitespace-pre-wrap text-wrap wrap-anywhere">
        {text}
      </p>
      {children}
    </div>
  )
}

export function TimeLabel({ ts }: { ts: number }) {
  const label = useClockLabel((now) => messageTime(ts * 1000, now))
  return <time dateTime={new Date(ts * 1000).toISOString()}>{label}</time>
}
