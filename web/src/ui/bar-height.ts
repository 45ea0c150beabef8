import type { RefCallback } from 'react'

type Bar = '--top-bar' | '--bottom-bar' | '--action-bar'

/**
 * Tells the page how much of it a bar that stays in place covers, as a property of the root (look.css): what is scrolled
 * to or takes the focus keeps clear of it. A bar that stands in the text, at the side or not at all covers nothing.
 */
export const barHeight =
  (bar: Bar): RefCallback<HTMLElement> =>
  (element) => {
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      const stays = /fixed|sticky/.test(getComputedStyle(element).position)
      const isAcross = element.offsetWidth > window.innerWidth / 2
      style.setProperty(bar, `${stays && isAcross ? element.offsetHeight : 0}px`)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    measure()
    return () => {
      watch.disconnect()
      style.removeProperty(bar)
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
