import type { Emoji } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import { sentences } from '@rosella/contract/sentences'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { QuotedMessage } from '../../platform/safety-question'
import { Button } from '../../ui/Button'
import { Spinner } from '../../ui/Spinner'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { Bubble, Line, ReadReceipt, reactionLabels, TimeLabel } from './Bubble'
import type { Conversation, Outgoing } from './conversation'
import { chunksOf, MessageChunk, startsGroup } from './MessageChunk'

/** In the padding below the last message, so that nothing moves when it appears. */
export function TypingLine({ partner, typing }: { partner: string; typing: boolean }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-0.5 mx-auto flex h-6 w-full max-w-[720px] items-center px-4 gap-2 font-medium text-muted text-xs"
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

const menuOf = (target: EventTarget | null): HTMLElement | null | undefined =>
  target instanceof Element
    ? target.closest('[data-message]')?.querySelector<HTMLElement>('[data-menu]')
    : undefined

/** Opens a message's menu on a long press, a right click and the keyboard's menu key. Moving the finger scrolls. */
export function useMenuGestures() {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; pointerId: number; x: number; y: number }>(
    undefined,
  )
  /** Read before the click, because on macOS a right click itself selects a word. */
  const hadSelection = useRef(false)
  const stop = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown({ pointerType, pointerId, target, clientX: x, clientY: y }: PointerEvent) {
      stop()
      hadSelection.current = window.getSelection()?.isCollapsed === false
      if (pointerType !== 'touch' || !(target instanceof Element) || !target.closest('[data-bubble]')) return
      const button = menuOf(target)
      if (!button) return
      press.current = { timer: setTimeout(() => button.click(), LONG_PRESS_MS), pointerId, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const start = press.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The menu captures the pointer, because lifting the finger outside it would close it. */
    onFocus({ target }: FocusEvent) {
      if (press.current) target.closest('[popover]')?.setPointerCapture(press.current.pointerId)
    },
    onContextMenu(event: MouseEvent) {
      // A long press opens the menu itself.
      if (press.current) return event.preventDefault()
      const target = event.target as Element
      const button = menuOf(target)
      // Selected text keeps the browser's own menu.
      const isSelected = hadSelection.current && target.closest('[data-bubble]')
      if (!button || isSelected || target.closest('[popover]')) return
      event.preventDefault()
      button.click()
    },
  }
}

interface MessageListProps {
  conversation: Conversation
  partner: string
  onOlder: () => void
  onSeen: (newestUnread: number) => void
  onRetry: (item: Outgoing) => void
  onWithdraw: (item: Outgoing) => void
  onReport: (message: QuotedMessage) => void
  onDelete: (message: ChatMessage) => void
  onReact: ((id: number, emoji: Emoji | null) => void) | undefined
}

/**
 * Oldest first, with the newest at the bottom. The box is laid out from its end (flex-col-reverse), so that it opens
 * and stays there, and keeps its position when older messages load above.
 */
export function MessageList(props: MessageListProps) {
  const { conversation, partner, onOlder, onSeen, onRetry, onWithdraw, onReport, onDelete, onReact } = props
  const { messages, outgoing, history, link, lastReceived, typing, lastReaction } = conversation
  const menuGestures = useMenuGestures()
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
        {...menuGestures}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-3 [contain:strict] [overflow-anchor:none]"
      >
        <div className="relative mx-auto w-full max-w-[720px]">
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
              onDelete={onDelete}
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
                <OutgoingMessage item={item} onRetry={onRetry} onWithdraw={onWithdraw} />
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

type OutgoingMessageProps = { item: Outgoing } & Pick<MessageListProps, 'onRetry' | 'onWithdraw'>

function OutgoingMessage({ item, onRetry, onWithdraw }: OutgoingMessageProps) {
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
      <p className="-me-2 flex flex-wrap items-center justify-end font-medium text-danger text-sm">
        <span className="px-2">
          {item.reason === undefined ? sentences.notSent : `${sentences.notSent}. ${item.reason}`}
        </span>
        <span className="flex">
          <Button tone="bare" className="px-3!" onClick={() => onRetry(item)}>
            {item.reason === undefined ? 'Send' : 'Try again'}
          </Button>
          <Button tone="bare" className="px-3!" onClick={() => onWithdraw(item)}>
            Delete
          </Button>
        </span>
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

/**
 * Whether an element is visible, inside all scrolling boxes around it and in a visible tab. Undefined until the browser
 * has reported it once.
 */
function useInView() {
  const [node, ref] = useState<Element | null>(null)
  const [seen, setSeen] = useState<boolean>()
  useEffect(() => {
    if (!node) return
    let inside = false
    const update = () => setSeen(inside && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      inside = entries.at(-1)?.isIntersecting ?? false
      update()
    })
    observer.observe(node)
    document.addEventListener('visibilitychange', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
    }
  }, [node])
  return [ref, seen] as const
}
