import type { Page } from 'playwright-core'

/** As on a slow machine: React pauses after every piece of its work, and what is pressed comes in between. */
export const slowDown = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance)
    // Longer than React works without a pause.
    let later = 0
    performance.now = () => {
      later += 6
      return now() + later
    }
  })

/** Presses something in the moment in which these words are drawn, before anything that follows the drawing. */
export const pressOnceDrawn = (page: Page, words: string, press: { key: string } | 'what has the focus') =>
  page.evaluate(
    ([awaited, how]) => {
      new MutationObserver((_, watch) => {
        const isDrawn = [...document.querySelectorAll('p, [role=status]')].some((one) =>
          one.textContent?.includes(awaited),
        )
        if (!isDrawn) return
        watch.disconnect()
        if (how === 'what has the focus') (document.activeElement as HTMLElement).click()
        else document.body.dispatchEvent(new KeyboardEvent('keydown', { ...how, bubbles: true }))
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    },
    [words, press] as const,
  )
