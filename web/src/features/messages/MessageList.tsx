import type { Emoji } from '@rosella/contract/messages/rules'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { QuotedMessage } from '../../platform/safety-question'
import { Button } from '../../ui/Button'
import { Spinner } from '../../ui/Spinner'
import { useInView } from '../../ui/use-in-view'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { Bubble, Line, TimeLabel } from './Bubble'
import type { Conversation, Outgoing } from './conversation'
import { chunksOf, MessageChunk, startsGroup } from './MessageChunk'
import { ReadReceipt } from './ReadReceipt'
import { reactionWords } from './reaction-labels'

/** In the room below the last message, so that nothing moves when it comes and goes. */
export function TypingLine({ partner, typing }: { partner: string; typing: boolean }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute start-4 bottom-0.5 flex h-6 items-center gap-2 font-medium text-muted text-xs"
    >
      {typing && (
        <>
          <span aria-hidden="true" className="flex animate-appear gap-0.75">
            {['0ms', '200ms', '400ms'].map((animationDelay) => (
              <span
                key={animationDelay}
                style={{ animationDelay }}
                className="size-1.5 animate-shimmer rounded-full bg-current"
              />
            ))}
          </span>
          {`${partner} is typing`}
        </>
      )}
    </p>
  )
}

const HELD_MS = 450
const STILL_PX = 10

/** A finger that stays on a bubble opens its reactions; one that moves scrolls. */
export function useLongPress() {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; pointerId: number; x: number; y: number }>(
    undefined,
  )
  const stop = () => {
    clearTimeout(held.current?.timer)
    held.current = undefined
  }
  useEffect(() => () => clearTimeout(held.current?.timer), [])
  return {
    onPointerDown({ pointerType, pointerId, target, clientX: x, clientY: y }: PointerEvent) {
      stop()
      if (pointerType !== 'touch' || !(target instanceof Element)) return
      const button = target
        .closest('[data-bubble]')
        ?.parentElement?.querySelector<HTMLElement>('[data-react]')
      if (!button) return
      held.current = { timer: setTimeout(() => button.click(), HELD_MS), pointerId, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = held.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** Lifted beside the picker the finger would close it, as a press does: the picker takes the pointer over. */
    onFocus({ target }: FocusEvent) {
      if (held.current) target.closest('[popover]')?.setPointerCapture(held.current.pointerId)
    },
    // On a finger's hold the browser would offer its own.
    onContextMenu(event: { preventDefault(): void }) {
      if (held.current) event.preventDefault()
    },
  }
}

interface MessageListProps {
  conversation: Conversation
  partner: string
  onOlder: () => void
  onSeen: (newestUnread: number) => void
  onRetry: (item: Outgoing) => void
  onReport: (message: QuotedMessage) => void
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
}

/**
 * Oldest first, and the newest at the bottom edge: the box is laid out from its end, so it opens there, stays
 * there, and keeps its place when older messages come in above.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, partner, onOlder, onSeen, onRetry, onReport, onReact } = props
  const { messages, outgoing, history, link, heard, typing, answered } = conversation
  const longPress = useLongPress()
  const scroller = useRef<HTMLDivElement>(null)
  const [anchor] = useState(messages[0]?.id ?? 0)
  const [start, startSeen] = useInView()
  const [end, endSeen] = useInView()
  const stop = (messages.findLast(({ dir }) => dir === 'in') ?? messages.at(-1))?.id
  const unread = messages.findLast(({ dir, rd }) => dir === 'in' && !rd)?.id

  useEffect(() => {
    if (startSeen && history === 'more' && link === 'open') onOlder()
  })
  useEffect(() => {
    if (endSeen && unread !== undefined && link === 'open') onSeen(unread)
  })
  const toEnd = () => scroller.current?.scrollTo({ top: 0 })
  const lastWritten = outgoing.at(-1)?.client_id
  useEffect(() => {
    if (lastWritten) scroller.current?.scrollTo({ top: 0 })
  }, [lastWritten])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${partner}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        {...longPress}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-3 [contain:strict] [overflow-anchor:none]"
      >
        <div className="relative">
          <span ref={start} className="pointer-events-none absolute inset-x-0 top-0 h-96 max-h-full" />
          {history === 'asked' && (
            <p className="grid place-items-center py-3 text-muted">
              <Spinner />
            </p>
          )}
          {chunksOf(messages, anchor).map(({ key, ...chunk }) => (
            <MessageChunk
              key={key}
              partner={partner}
              stop={stop}
              onReport={onReport}
              onReact={onReact}
              {...chunk}
            />
          ))}
          <ol className="grid pb-7">
            {outgoing.map((item, place) => (
              <Line
                key={item.client_id}
                own
                author="You"
                label={
                  startsGroup(
                    place > 0 ? { dir: 'out', ts: outgoing[place - 1]?.ts ?? 0 } : messages.at(-1),
                    { dir: 'out', ts: item.ts },
                  ) && <TimeLabel ts={item.ts} />
                }
              >
                <Unstored item={item} onRetry={onRetry} />
              </Line>
            ))}
          </ol>
          <span ref={end} className="pointer-events-none absolute inset-x-0 bottom-0 h-12 max-h-full" />
        </div>
      </div>
      {endSeen === false && document.visibilityState === 'visible' && (
        <JumpToEnd unread={unread !== undefined} onJump={toEnd} />
      )}
      <VisuallyHidden>
        <span role="status">
          {heard && `${partner}: ${heard.message}`}
          {answered && `${partner} reacted: ${reactionWords[answered]}`}
        </span>
      </VisuallyHidden>
      <TypingLine partner={partner} typing={typing} />
    </div>
  )
}

function Unstored({ item, onRetry }: { item: Outgoing; onRetry: (item: Outgoing) => void }) {
  if (item.state === 'pending') {
    return (
      <Bubble own text={item.text}>
        <ReadReceipt state="pending" className="absolute end-3 bottom-2.5" />
      </Bubble>
    )
  }
  return (
    <>
      <Bubble own text={item.text} />
      <p className="flex flex-wrap items-center justify-end gap-x-2 font-medium text-danger text-sm">
        {item.why}
        <Button tone="bare" onClick={() => onRetry(item)}>
          Try again
        </Button>
      </p>
    </>
  )
}

function JumpToEnd({ unread, onJump }: { unread: boolean; onJump: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 grid animate-appear place-items-center">
      <Button tone="quiet" icon={ArrowDown} onClick={onJump} className="pointer-events-auto shadow-menu">
        {unread ? 'New message' : 'Latest messages'}
      </Button>
    </div>
  )
}
