import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'

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
