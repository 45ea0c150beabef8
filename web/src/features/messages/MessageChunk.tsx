import { type Emoji, GROUP_SECONDS } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus'
import Flag from 'lucide-react/icons/flag'
import { type KeyboardEvent, lazy, memo, Suspense, useRef, useState } from 'react'
import type { QuotedMessage } from '../../platform/safety-question'
import { cx } from '../../ui/cx'
import { Bubble, Line, TimeLabel } from './Bubble'
import { ReadReceipt } from './ReadReceipt'
import { reactionWords } from './reaction-labels'

/** From a button of one message to the same of the next, so that a long conversation is one stop for the keyboard. */
export function goOn(event: KeyboardEvent<HTMLButtonElement>, those: string): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('[role=log]')?.querySelectorAll(those) ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}

const ReactionPicker = lazy(async () => ({ default: (await import('./ReactionPicker')).ReactionPicker }))

/** On the corner of the bubble; a finger need not hit it exactly. */
const chipLook =
  'petal-sm relative z-1 -mb-2.5 grid h-7 shrink-0 grid-flow-col place-items-center self-end bg-surface px-1.5 text-base leading-none ring-1 ring-line-strong after:absolute after:-inset-2'
const hiddenLook =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-ink/8 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-fine:opacity-0 pointer-coarse:not-focus-visible:sr-only'

interface ReactButtonProps {
  message: ChatMessage
  partner: string
  isStop: boolean
  /** Missing where nothing may be said to the other: then they are only looked at. */
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
}

/**
 * The reactions on a bubble's corner, and the way to them. Without any it shows to a pointer that hovers; a finger holds
 * the bubble instead (use-long-press.ts). For the keyboard all of them are one stop, before the one of reporting.
 */
export function ReactButton({ message, partner, isStop, onReact }: ReactButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const own = message.dir === 'out'
  const { reactions = [] } = message
  const isMine = (by: number) => (by === message.sender_id) === own
  const words = reactions.map(({ by, emoji }) => `${isMine(by) ? 'You' : partner}: ${reactionWords[emoji]}`)
  const mine = reactions.find(({ by }) => isMine(by))?.emoji
  const shown = reactions.map(({ by, emoji }) => (
    <span key={by} aria-hidden="true" className="animate-arrive">
      {emoji}
    </span>
  ))
  const chip = cx(chipLook, own ? '-me-5' : '-ms-5')
  if (!onReact)
    return (
      shown.length > 0 && (
        <span role="img" aria-label={words.join('. ')} title={words.join(', ')} className={chip}>
          {shown}
        </span>
      )
    )
  return (
    <>
      <button
        ref={button}
        type="button"
        data-react
        tabIndex={isStop ? 0 : -1}
        aria-label={[...words, 'React to this message'].join('. ')}
        title={words.length > 0 ? words.join(', ') : 'React to this message'}
        aria-haspopup="true"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => goOn(event, '[data-react]')}
        className={shown.length > 0 ? chip : hiddenLook}
      >
        {shown.length > 0 ? shown : <SmilePlus aria-hidden="true" className="size-4.5" />}
      </button>
      {open && (
        <Suspense>
          <ReactionPicker
            anchor={button}
            own={own}
            mine={mine}
            onPick={(emoji) => onReact(message.id, emoji === mine ? null : emoji)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const WORDS = 'Report this message'

/**
 * Beside every message of the other. A pointer that hovers finds it on its message, a finger sees it always; the keyboard
 * comes to the newest and goes on with the arrows, so that a long conversation is one stop.
 */
export function ReportButton({ isStop, onReport }: { isStop: boolean; onReport: () => void }) {
  return (
    <button
      type="button"
      data-report
      tabIndex={isStop ? 0 : -1}
      aria-label={WORDS}
      title={WORDS}
      onClick={onReport}
      onKeyDown={(event) => goOn(event, '[data-report]')}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-ink/8 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0"
    >
      <Flag aria-hidden="true" className="size-4" />
    </button>
  )
}

const LENGTH = 50

interface MessageChunkProps {
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
export const MessageChunk = memo(
  function MessageChunk({ messages, previous, partner, stop, onReact, onReport }: MessageChunkProps) {
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
                  {own && (
                    <ReadReceipt state={message.rd ? 'read' : 'sent'} className="absolute end-3 bottom-2.5" />
                  )}
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

const holds = ({ messages }: MessageChunkProps, ...ids: (number | undefined)[]): boolean =>
  messages.some(({ id }) => ids.includes(id))

type Placed = { dir: 'in' | 'out'; ts: number }

/** A time label appears when the sender changes or more than 60 seconds pass since the previous message. */
export const startsGroup = (before: Placed | undefined, message: Placed): boolean =>
  before === undefined || before.dir !== message.dir || message.ts - before.ts > GROUP_SECONDS

/**
 * Where the chunks begin, counted both ways from the message that was first when the list was opened: older
 * and newer ones then come in new chunks and leave the others as they are.
 */
export function chunksOf(messages: readonly ChatMessage[], anchorId: number) {
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
    .filter((chunk) => chunk.messages.length > 0)
}
