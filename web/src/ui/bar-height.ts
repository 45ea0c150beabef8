import type { RefCallback } from 'react'

type Bar = '--top-bar' | '--bottom-bar' | '--action-bar'

const bars = new Map<Element, Bar>()
const heights = new Map<Bar, string>()
// One for all: it looks when the page has been laid out anyway, and what it found changes the page's styles once.
const watch = new ResizeObserver(measureBars)

/** At once, for who scrolls to something before that. */
export function measureBars(): void {
  for (const [bar, height] of [...bars].map(([element, bar]) => [bar, heightOf(element)] as const)) {
    if (heights.get(bar) === height) continue
    heights.set(bar, height)
    document.documentElement.style.setProperty(bar, height)
  }
}

function heightOf(element: Element): string {
  const { width, height } = element.getBoundingClientRect()
  const stays = /fixed|sticky/.test(getComputedStyle(element).position)
  const isAcross = width > window.innerWidth / 2
  return `${stays && isAcross ? Math.round(height) : 0}px`
}

/**
 * Tells the page how much of it a bar that stays in place covers, as a property of the root (look.css): what is scrolled
 * to or takes the focus keeps clear of it. A bar that stands in the text, at the side or not at all covers nothing.
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

/** As far as one toast reaches up from the foot of the screen. */
const TOAST_REACH = 110

/** Tells the toasts in a dialog how far up its buttons reach, where they stand at the foot of the screen. */
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
