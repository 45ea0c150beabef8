import { type Emoji, GROUP_SECONDS } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { QuotedMessage } from '../../platform/safety-question'
import { cx } from '../../ui/cx'
import { lazyOverlay } from '../../ui/lazy/LazyPart'
import { Bubble, Line, ReadReceipt, reactionLabels, TimeLabel } from './Bubble'

/** Moves the focus to the same button of the next message, so that a long conversation is one tab stop. */
export function moveFocus(event: KeyboardEvent<HTMLButtonElement>, selector: string): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('[role=log]')?.querySelectorAll(selector) ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  event.preventDefault()
  if (next instanceof HTMLElement) next.focus()
}

const MessageMenu = lazyOverlay(
  async () => (await import('./MessageMenu')).MessageMenu,
  ({ onClose }) => onClose,
)

/** On the corner of the bubble, with a larger touch target. */
const chipLook =
  'petal-sm relative z-1 -mb-2.5 grid h-7 shrink-0 grid-flow-col place-items-center self-end bg-surface px-1.5 text-base leading-none ring-1 ring-line-strong after:absolute after:-inset-2'
const buttonLook =
  'grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-ink/8 hover:text-ink focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-fine:opacity-0'

interface MenuButtonProps {
  message: ChatMessage
  partner: string
  isStop: boolean
  /** Undefined if the member may not write to the partner; then reactions are read-only. */
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
  onDelete: (message: ChatMessage) => void
  onReport: (message: QuotedMessage) => void
}

const MENU_LABEL = 'Message menu'

/**
 * Shows the reactions on the corner of a bubble and opens the message's menu. Without reactions it is visible on hover,
 * and on touch screens next to the partner's messages; there, pressing and holding a bubble opens it too
 * (useMenuGestures). All of them are one tab stop: Tab reaches the newest, and the arrow keys move between messages.
 */
export function MenuButton({ message, partner, isStop, onReact, onDelete, onReport }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const own = message.dir === 'out'
  const { reactions = [] } = message
  const isMine = (by: number) => (by === message.sender_id) === own
  const labels = reactions.map(({ by, emoji }) => `${isMine(by) ? 'You' : partner}: ${reactionLabels[emoji]}`)
  const mine = reactions.find(({ by }) => isMine(by))?.emoji
  const hasChip = reactions.length > 0
  return (
    <>
      <button
        ref={button}
        type="button"
        data-menu
        tabIndex={isStop ? 0 : -1}
        aria-label={[...labels, MENU_LABEL].join('. ')}
        title={hasChip ? labels.join(', ') : MENU_LABEL}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => moveFocus(event, '[data-menu]')}
        className={
          hasChip
            ? cx(chipLook, own ? '-me-5' : '-ms-5')
            : cx(buttonLook, own && 'pointer-coarse:not-focus-visible:sr-only')
        }
      >
        {hasChip ? (
          reactions.map(({ by, emoji }) => (
            <span key={by} aria-hidden="true" className="animate-arrive">
              {emoji}
            </span>
          ))
        ) : (
          <Ellipsis aria-hidden="true" className="size-4.5" />
        )}
      </button>
      {open && (
        <MessageMenu
          anchor={button}
          text={message.message}
          own={own}
          mine={mine}
          onPick={onReact && ((emoji) => onReact(message.id, emoji === mine ? null : emoji))}
          onDelete={() => onDelete(message)}
          onReport={own ? undefined : () => onReport({ id: message.id, text: message.message })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const CHUNK_LENGTH = 50

interface MessageChunkProps {
  messages: readonly ChatMessage[]
  /** The message before the first, to decide whether the first gets a time label. */
  previous: ChatMessage | undefined
  partner: string
  /** The id of the tab stop: the partner's newest message in the whole conversation, or else the newest message. */
  stop: number | undefined
  /** Undefined if the member may not write to the partner. */
  onReact: MenuButtonProps['onReact']
  onDelete: MenuButtonProps['onDelete']
  onReport: MenuButtonProps['onReport']
}

/**
 * 50 consecutive messages. Off screen it is neither laid out nor painted, and it re-renders only when one of its
 * messages changes, which keeps conversations of ten thousand messages fast.
 */
export const MessageChunk = memo(
  function MessageChunk({
    messages,
    previous,
    partner,
    stop,
    onReact,
    onDelete,
    onReport,
  }: MessageChunkProps) {
    return (
      // The padding makes room for the reactions below the last bubble, because content-visibility clips the rest.
      <ol className="-mb-3 grid pb-3 [contain-intrinsic-size:auto_200rem] [content-visibility:auto]">
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
              <div data-message className={cx('group flex w-full items-end', own && 'flex-row-reverse')}>
                <Bubble own={own} text={message.message}>
                  {own && (
                    <ReadReceipt state={message.rd ? 'read' : 'sent'} className="absolute end-3 bottom-2.5" />
                  )}
                </Bubble>
                <MenuButton
                  message={message}
                  partner={partner}
                  isStop={message.id === stop}
                  onReact={onReact}
                  onDelete={onDelete}
                  onReport={onReport}
                />
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
    before.onDelete === now.onDelete &&
    before.onReact === now.onReact &&
    // A moved tab stop only affects the chunks that contain it.
    (before.stop === now.stop || !containsAny(now, before.stop, now.stop)) &&
    before.previous === now.previous &&
    before.messages.length === now.messages.length &&
    before.messages.every((message, place) => message === now.messages[place]),
)

const containsAny = ({ messages }: MessageChunkProps, ...ids: (number | undefined)[]): boolean =>
  messages.some(({ id }) => ids.includes(id))

type Placed = { dir: 'in' | 'out'; ts: number }

/** A time label appears when the sender changes or more than 60 seconds pass since the previous message. */
export const startsGroup = (before: Placed | undefined, message: Placed): boolean =>
  before === undefined || before.dir !== message.dir || message.ts - before.ts > GROUP_SECONDS

/**
 * Splits messages into chunks, counted in both directions from the message that was first when the list was opened, so
 * that older and newer messages add new chunks without changing the others.
 */
export function chunksOf(messages: readonly ChatMessage[], anchorId: number) {
  const anchor = Math.max(
    0,
    messages.findIndex(({ id }) => id >= anchorId),
  )
  const first = (anchor % CHUNK_LENGTH) - CHUNK_LENGTH
  const count = Math.ceil((messages.length - first) / CHUNK_LENGTH)
  return Array.from({ length: count }, (_, place) => first + place * CHUNK_LENGTH)
    .map((from) => ({
      key: (from - anchor) / CHUNK_LENGTH,
      previous: messages[from - 1],
      messages: messages.slice(Math.max(0, from), from + CHUNK_LENGTH),
    }))
    .filter((chunk) => chunk.messages.length > 0)
}
