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
import { reactionLabels } from './reaction-labels'

/** In the padding below the last message, so that nothing moves when it appears. */
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

const LONG_PRESS_MS = 450
const MAX_MOVE_PX = 10

/** Pressing and holding a bubble opens its reactions; moving the finger scrolls. */
export function useLongPress() {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; pointerId: number; x: number; y: number }>(
    undefined,
  )
  const stop = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown({ pointerType, pointerId, target, clientX: x, clientY: y }: PointerEvent) {
      stop()
      if (pointerType !== 'touch' || !(target instanceof Element)) return
      const button = target
        .closest('[data-bubble]')
        ?.parentElement?.querySelector<HTMLElement>('[data-react]')
      if (!button) return
      press.current = { timer: setTimeout(() => button.click(), LONG_PRESS_MS), pointerId, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = press.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The picker captures the pointer, because lifting the finger outside it would close it. */
    onFocus({ target }: FocusEvent) {
      if (press.current) target.closest('[popover]')?.setPointerCapture(press.current.pointerId)
    },
    // Suppress the browser's own menu on a long press.
    onContextMenu(event: { preventDefault(): void }) {
      if (press.current) event.preventDefault()
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
 * Oldest first, with the newest at the bottom. The box is laid out from its end (flex-col-reverse), so that it opens
 * and stays there, and keeps its position when older messages load above.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, partner, onOlder, onSeen, onRetry, onReport, onReact } = props
  const { messages, outgoing, history, link, lastReceived, typing, lastReaction } = conversation
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
  const lastSentId = outgoing.at(-1)?.client_id
  useEffect(() => {
    if (lastSentId) scroller.current?.scrollTo({ top: 0 })
  }, [lastSentId])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${partner}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
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
                <OutgoingMessage item={item} onRetry={onRetry} />
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
          {lastReceived && `${partner}: ${lastReceived.message}`}
          {lastReaction && `${partner} reacted: ${reactionLabels[lastReaction]}`}
        </span>
      </VisuallyHidden>
      <TypingLine partner={partner} typing={typing} />
    </div>
  )
}

function OutgoingMessage({ item, onRetry }: { item: Outgoing; onRetry: (item: Outgoing) => void }) {
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
        {item.reason}
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
