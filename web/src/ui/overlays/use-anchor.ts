import { type CSSProperties, useEffect, useId, useRef } from 'react'

type Placement = 'below-start' | 'below-end' | 'above'

const areas: Record<Placement, string> = {
  'below-start': 'block-end span-inline-end',
  'below-end': 'block-end span-inline-start',
  above: 'block-start',
}

const edge = 8
const anchorsByCss = CSS.supports('anchor-name', '--a') && CSS.supports('position-area', 'block-end')

/**
 * Keeps a popover next to its anchor with CSS anchor positioning, or by measuring in browsers without it. The popover
 * needs the class names of `floatingClass`.
 */
export function useAnchor<A extends HTMLElement>(open: boolean, placement: Placement) {
  const anchorRef = useRef<A>(null)
  const popoverRef = useRef<HTMLDivElement>(null)
  const name = `--anchor-${useId().replace(/[^\w-]/g, '')}`

  useEffect(() => {
    if (!open || anchorsByCss) return
    function place() {
      if (anchorRef.current && popoverRef.current)
        moveBeside(anchorRef.current, popoverRef.current, placement)
    }
    // In the next frame, because a caller may show the popover in its own effect.
    const frame = requestAnimationFrame(place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [open, placement])

  const anchorStyle = anchorsByCss ? ({ anchorName: name } as CSSProperties) : undefined
  const popoverStyle = anchorsByCss
    ? ({
        positionAnchor: name,
        positionArea: areas[placement],
        positionTryFallbacks: 'flip-block, flip-inline, flip-block flip-inline',
        // Keeps it off the window's edge without moving it away from the anchor's edge.
        marginInlineEnd: placement === 'below-start' ? edge : 0,
        marginInlineStart: placement === 'below-end' ? edge : 0,
      } as CSSProperties)
    : undefined
  return { anchorRef, popoverRef, anchorStyle, popoverStyle }
}

export const floatingClass =
  'fixed inset-auto m-0 my-2 max-w-[calc(100vw-1rem)] overflow-auto border border-line bg-surface text-ink shadow-menu'

/** Places a popover once, next to any element. */
export function moveBeside(anchor: HTMLElement, popover: HTMLElement, placement: Placement) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const gap = Number.parseFloat(getComputedStyle(popover).marginTop) * 2
  const fitsBelow = at.bottom + height + gap < innerHeight
  const below = placement === 'above' ? at.top < height + gap : fitsBelow || at.top < height + gap
  const left = {
    'below-start': at.left,
    'below-end': at.right - width,
    above: at.left + at.width / 2 - width / 2,
  }[placement]
  popover.style.left = `${Math.min(Math.max(edge, left), innerWidth - width - edge)}px`
  popover.style.top = `${below ? at.bottom : at.top - height - gap}px`
}
