import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { memo, type ReactNode } from 'react'
import { messageTime } from '../../format/message-time'
import { useClockLabel } from '../../platform/clock'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { Tick } from './Tick'

interface StoredProps {
  message: ChatMessage
  /** A label stands above it: the sender changed, or a minute has passed. */
  labelled: boolean
  /** Who wrote it, for those who do not see the side it is on. */
  author: string
}

/** Drawn again only when the message itself changes, however long the conversation. */
export const StoredBubble = memo(function StoredBubble({ message, labelled, author }: StoredProps) {
  const own = message.dir === 'out'
  return (
    <Line own={own} label={labelled && <TimeLabel ts={message.ts} />} author={author}>
      <Bubble own={own} text={message.message}>
        {own && <Tick state={message.rd ? 'read' : 'sent'} className="absolute end-3 bottom-2.5" />}
      </Bubble>
    </Line>
  )
})

interface LineProps {
  own: boolean
  label: ReactNode
  author: string
  children: ReactNode
}

export function Line({ own, label, author, children }: LineProps) {
  return (
    // What is far from the screen is neither laid out nor painted.
    <li className="grid gap-1 px-3 pt-1 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto] sm:px-4">
      {label && <p className={cx('pt-3 text-muted text-xs', own ? 'text-end' : 'text-start')}>{label}</p>}
      <div className={cx('flex flex-col', own ? 'items-end' : 'items-start')}>
        <VisuallyHidden>{author}:</VisuallyHidden>
        {children}
      </div>
    </li>
  )
}

/** Text is shown as text, with its line breaks, in the direction of its own script. */
export function Bubble({ own, text, children }: { own: boolean; text: string; children?: ReactNode }) {
  return (
    <div
      className={cx(
        'relative w-fit max-w-[85%] py-2.5 sm:max-w-[75%]',
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
