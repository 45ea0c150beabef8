import type { Emoji } from '@rosella/contract/messages/rules'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Clock from 'lucide-react/icons/clock'
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

const states = {
  pending: { icon: Clock, label: 'Sending' },
  sent: { icon: Check, label: 'Sent' },
  read: { icon: CheckCheck, label: 'Read' },
} as const

/** The state of the member's own message: a clock while sending, one check when sent, two when read. */
export function ReadReceipt({ state, className }: { state: keyof typeof states; className?: string }) {
  const { icon: Icon, label } = states[state]
  return (
    <span className={cx('inline-flex shrink-0', className)}>
      <Icon aria-hidden="true" strokeWidth={2.5} className="size-4" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** The names of the reactions, for screen readers and tooltips. */
export const reactionLabels: Record<Emoji, string> = {
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '👍': 'Thumbs up',
  '🔥': 'Fire',
}
