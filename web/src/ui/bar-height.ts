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
