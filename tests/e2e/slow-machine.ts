import type { Page } from 'playwright-core'

/** Simulates a slow machine: React yields after every piece of work, so that input events come in between. */
export const slowDown = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance)
    // Longer than React works before it yields.
    let later = 0
    performance.now = () => {
      later += 6
      return now() + later
    }
  })

/** Presses a key or clicks the focused element as soon as a text is rendered, before any effects run. */
export const pressOnceRendered = (page: Page, text: string, press: { key: string } | 'what has the focus') =>
  page.evaluate(
    ([awaited, how]) => {
      new MutationObserver((_, watch) => {
        const isRendered = [...document.querySelectorAll('p, [role=status]')].some((one) =>
          one.textContent?.includes(awaited),
        )
        if (!isRendered) return
        watch.disconnect()
        if (how === 'what has the focus') (document.activeElement as HTMLElement).click()
        else document.body.dispatchEvent(new KeyboardEvent('keydown', { ...how, bubbles: true }))
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    },
    [text, press] as const,
  )
