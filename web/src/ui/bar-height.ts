import type { RefCallback } from 'react'

type Bar = '--top-bar' | '--bottom-bar' | '--action-bar'

const bars = new Map<Element, Bar>()
const heights = new Map<Bar, string>()
// One observer for all bars. It runs after layout anyway, and changes the page's styles only once.
const watch = new ResizeObserver(measureBars)
// A bar may stop being fixed without changing its size.
window.addEventListener('resize', measureBars)

/** Call this before scrolling to something, because the observer may not have run yet. */
export function measureBars(): void {
  for (const [bar, height] of [...bars].map(([element, bar]) => [bar, heightOf(element)] as const)) {
    if (heights.get(bar) === height) continue
    heights.set(bar, height)
    document.documentElement.style.setProperty(bar, height)
  }
}

function heightOf(element: Element): string {
  const { width, height } = element.getBoundingClientRect()
  const isFixed = /fixed|sticky/.test(getComputedStyle(element).position)
  const isAcross = width > window.innerWidth / 2
  return `${isFixed && isAcross ? Math.round(height) : 0}px`
}

/**
 * Publishes the height of a fixed bar as a CSS property of the root (look.css), so that scrolling and focusing keep clear
 * of it. The height is 0 for a bar that is in the flow, at the side or hidden.
 */
export const barHeight =
  (bar: Bar): RefCallback<HTMLElement> =>
  (element) => {
    if (!element) return
    bars.set(element, bar)
    watch.observe(element)
    return () => {
      watch.unobserve(element)
      bars.delete(element)
      heights.delete(bar)
      document.documentElement.style.removeProperty(bar)
    }
  }

/** The height of one toast above the bottom of the screen, in pixels. */
const TOAST_REACH = 110

/** Publishes how far a dialog's buttons reach up from the bottom of the screen, for the toasts in the dialog. */
export const dialogFoot: RefCallback<HTMLElement> = (footer) => {
  const dialog = footer?.closest('dialog')
  if (!footer || !dialog) return
  const measure = () => {
    const below = window.innerHeight - dialog.offsetTop - dialog.offsetHeight
    if (below < TOAST_REACH) dialog.style.setProperty('--foot', `${below + footer.offsetHeight}px`)
    else dialog.style.removeProperty('--foot')
  }
  const watch = new ResizeObserver(measure)
  for (const each of [footer, dialog]) watch.observe(each)
  return () => {
    watch.disconnect()
    dialog.style.removeProperty('--foot')
  }
}
