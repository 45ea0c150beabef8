import { type Emoji, GROUP_SECONDS } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { memo } from 'react'
import type { QuotedMessage } from '../../platform/safety-question'
import { cx } from '../../ui/cx'
import { Bubble, Line, TimeLabel } from './Bubble'
import { ReactButton } from './ReactButton'
import { ReportButton } from './ReportButton'
import { Tick } from './Tick'

const LENGTH = 50

interface StretchProps {
  messages: readonly ChatMessage[]
  /** The one before the first, for its label. */
  previous: ChatMessage | undefined
  partner: string
  /** Where the keyboard comes to first: the newest message of the other in the whole conversation, else the newest. */
  stop: number | undefined
  /** Missing where nothing may be said to the other. */
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
  onReport: (message: QuotedMessage) => void
}

/**
 * Some messages in a row. One that is far from the screen is neither laid out nor painted, and it is drawn again
 * only when one of its messages changes: ten thousand messages are two hundred of these.
 */
export const Stretch = memo(
  function Stretch({ messages, previous, partner, stop, onReact, onReport }: StretchProps) {
    return (
      <ol className="grid [contain-intrinsic-size:auto_200rem] [content-visibility:auto]">
        {messages.map((message, place) => {
          const own = message.dir === 'out'
          const labelled = startsGroup(messages[place - 1] ?? previous, message)
          return (
            <Line
              key={message.id}
              own={own}
              author={own ? 'You' : partner}
              label={labelled && <TimeLabel ts={message.ts} />}
            >
              <div className={cx('group flex w-full items-end', own && 'flex-row-reverse')}>
                <Bubble own={own} text={message.message}>
                  {own && <Tick state={message.rd ? 'read' : 'sent'} className="absolute end-3 bottom-2.5" />}
                </Bubble>
                <ReactButton
                  message={message}
                  partner={partner}
                  isStop={message.id === stop}
                  onReact={onReact}
                />
                {!own && (
                  <ReportButton
                    isStop={message.id === stop}
                    onReport={() => onReport({ id: message.id, text: message.message })}
                  />
                )}
              </div>
            </Line>
          )
        })}
      </ol>
    )
  },
  (before, now) =>
    before.partner === now.partner &&
    before.onReport === now.onReport &&
    before.onReact === now.onReact &&
    // Of those without it, none changes with it.
    (before.stop === now.stop || !holds(now, before.stop, now.stop)) &&
    before.previous === now.previous &&
    before.messages.length === now.messages.length &&
    before.messages.every((message, place) => message === now.messages[place]),
)

const holds = ({ messages }: StretchProps, ...ids: (number | undefined)[]): boolean =>
  messages.some(({ id }) => ids.includes(id))

type Placed = { dir: 'in' | 'out'; ts: number }

/** A time label appears when the sender changes or more than 60 seconds pass since the previous message. */
export const startsGroup = (before: Placed | undefined, message: Placed): boolean =>
  before === undefined || before.dir !== message.dir || message.ts - before.ts > GROUP_SECONDS

/**
 * Where the stretches begin, counted both ways from the message that was first when the list was opened: older
 * and newer ones then come in new stretches and leave the others as they are.
 */
export function stretchesOf(messages: readonly ChatMessage[], anchorId: number) {
  const anchor = Math.max(
    0,
    messages.findIndex(({ id }) => id >= anchorId),
  )
  const first = (anchor % LENGTH) - LENGTH
  const count = Math.ceil((messages.length - first) / LENGTH)
  return Array.from({ length: count }, (_, place) => first + place * LENGTH)
    .map((from) => ({
      key: (from - anchor) / LENGTH,
      previous: messages[from - 1],
      messages: messages.slice(Math.max(0, from), from + LENGTH),
    }))
    .filter((stretch) => stretch.messages.length > 0)
}
