import type { Locator, Page } from 'playwright-core'

/** More than this many stops are more of the same. */
const STOPS = 20
/** Longer than anything moves. */
const SETTLED_MS = 500
/** As the protocol counts the keys that are held. */
const SHIFT = 8

/**
 * Tabs through the page from its beginning, or back from its end, and answers what had the focus and was not to be seen.
 * The key goes straight to the browser, half as long a way as Playwright's.
 */
export async function covered(page: Page, way: 'forward' | 'back'): Promise<string[]> {
  const found: string[] = []
  const browser = await page.context().newCDPSession(page)
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let stop = 0; stop < STOPS; stop++) {
    await browser.send('Input.dispatchKeyEvent', { ...tab, modifiers: way === 'back' ? SHIFT : 0 })
    let words = await page.evaluate(whatHides)
    if (words === 'end') break
    if (words !== null) {
      await page.waitForTimeout(SETTLED_MS)
      words = await page.evaluate(whatHides)
    }
    if (words !== null) found.push(words)
  }
  await browser.detach()
  return found
}

/** In the page: what hides the element that has the focus; null when nothing does. */
function whatHides(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'end'
  // A choice that is drawn by its label is seen there.
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined
  const isTiny = focused.getBoundingClientRect().width <= 1
  const box = isTiny && label ? label : focused
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`
  const within = (at: number, end: number) => Math.min(Math.max(at, 1), end - 1)
  const isBar = (element: Element) =>
    /fixed|sticky/.test(getComputedStyle(element).position) || element.matches(':popover-open, :modal')
  const bars: string[] = []
  let seen = 0
  for (const share of [0.15, 0.5, 0.85]) {
    for (const height of [0.15, 0.5, 0.85]) {
      const x = within(left + (right - left) * share, window.innerWidth)
      const y = top + (bottom - top) * height
      const hit = y < 0 || y > window.innerHeight ? null : document.elementFromPoint(x, y)
      if (!hit) continue
      if (box.contains(hit) || hit.contains(box)) seen++
      for (
        let over: Element | null = hit;
        over && !over.contains(box) && !box.contains(over);
        over = over.parentElement
      )
        if (isBar(over)) bars.push(over.tagName + (over.getAttribute('aria-label') ?? ''))
    }
  }
  // What is taller than the room between the bars cannot be clear of both.
  const isTall = bottom - top > window.innerHeight / 2
  if (seen === 0) return `${name} is not to be seen (${Math.round(top)} to ${Math.round(bottom)})`
  return bars.length > 0 && !(isTall && seen >= 3)
    ? `${name} is under ${[...new Set(bars)].join(', ')}`
    : null
}

/** The toasts that float over this. */
export async function covering(page: Page, target: Locator): Promise<(string | null)[]> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return page.evaluate(({ x, y, width, height }) => {
    const floating = [...document.querySelectorAll('[data-toast]')].filter((one) => one.checkVisibility())
    const over = ({ left, right, top, bottom }: DOMRect) =>
      left < x + width && x < right && top < y + height && y < bottom
    return floating.filter((one) => over(one.getBoundingClientRect())).map((one) => one.textContent)
  }, box)
}
