import { GROUP_SECONDS } from '@rosella/contract/messages/rules'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx'
import { Panel } from '../Panel'
import { dateTime } from '../when'
import { accusedName, authorName, lostMessages, messageNotes } from './case-labels'

type Message = NonNullable<AdminReport['snapshot']>['messages'][number]

/** The conversation up to the report. The reported member is at the start side, the reporter at the end side. */
export function ConversationPanel({ report }: { report: AdminReport }) {
  const { messages = [], message_id, held_lost = 0 } = report.snapshot ?? {}
  const box = useRef<HTMLDivElement>(null)
  // Scroll to the message that the report is about, or to the newest one.
  useEffect(() => {
    const marked = box.current?.querySelector('[data-marked]')
    if (marked) marked.scrollIntoView({ block: 'nearest' })
    else if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  return (
    <Panel title="Conversation" aside={<span className="text-muted">{count}</span>}>
      {messages.length === 0 ? (
        <p className="text-muted">They hadn’t written to each other.</p>
      ) : (
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label="The sealed conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
          tabIndex={0}
          className="petal-sm max-h-112 overflow-y-auto overscroll-contain bg-sunken px-3 pb-3"
        >
          <ol className="grid gap-1">
            {messages.map((message, place) => (
              <Line
                key={message.id}
                message={message}
                previous={messages[place - 1]}
                own={message.sender_id !== report.member_id}
                author={sidesOf(report, message)}
                notes={messageNotes(message, {
                  marked: message.id === message_id,
                  deleter: accusedName(report),
                })}
                marked={message.id === message_id}
              />
            ))}
          </ol>
        </div>
      )}
      {held_lost > 0 && <p className="text-muted">{lostMessages(held_lost)}</p>}
    </Panel>
  )
}

/** In a case with several conversations, the recipient is named too. */
function sidesOf(report: AdminReport, { sender_id, receiver_id }: Message): string {
  const author = authorName(report, sender_id)
  return receiver_id === undefined ? author : `${author} to ${authorName(report, receiver_id)}`
}

type LineProps = {
  message: Message
  previous: Message | undefined
  own: boolean
  author: string
  notes: readonly string[]
  marked: boolean
}

function Line({ message, previous, own, author, notes, marked }: LineProps) {
  const { text, ts, sender_id } = message
  const labelled =
    !previous ||
    previous.sender_id !== sender_id ||
    previous.receiver_id !== message.receiver_id ||
    ts - previous.ts > GROUP_SECONDS
  return (
    <li
      data-marked={marked || undefined}
      className={cx(
        'flex flex-col gap-1 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        own ? 'items-end' : 'items-start',
      )}
    >
      {labelled && (
        <p className="pt-2.5 text-muted text-xs">
          <span className="font-semibold">{author}</span> · {dateTime(ts)}
        </p>
      )}
      <p
        dir="auto"
        className={cx(
          'wrap-anywhere max-w-[85%] whitespace-pre-wrap text-wrap px-3.5 py-2',
          own
            ? 'petal-md-own bg-gum-soft text-on-gum-soft'
            : 'petal-md bg-surface inset-ring inset-ring-line',
          marked && 'outline-2 outline-danger -outline-offset-1',
        )}
      >
        {text}
      </p>
      {notes.length > 0 && (
        <p className={cx('text-xs', marked ? 'font-semibold text-danger' : 'text-muted')}>
          {notes.join(' · ')}
        </p>
      )}
    </li>
  )
}
