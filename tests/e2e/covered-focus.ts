import type { Locator, Page } from 'playwright-core'

/** Further stops would only repeat these. */
const STOPS = 20
/** Longer than any animation. */
const SETTLED_MS = 500
/** The protocol's code for the Shift modifier. */
const SHIFT = 8

/**
 * Tabs through the page from its start, or back from its end, and returns the focused elements that were not visible.
 * Sends the key directly to the browser, which is twice as fast as Playwright.
 */
export async function covered(page: Page, direction: 'forward' | 'back'): Promise<string[]> {
  const found: string[] = []
  const browser = await page.context().newCDPSession(page)
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (let stop = 0; stop < STOPS; stop++) {
    await browser.send('Input.dispatchKeyEvent', { ...tab, modifiers: direction === 'back' ? SHIFT : 0 })
    let problem = await page.evaluate(findCover)
    if (problem === 'end') break
    if (problem !== null) {
      await page.waitForTimeout(SETTLED_MS)
      problem = await page.evaluate(findCover)
    }
    if (problem !== null) found.push(problem)
  }
  await browser.detach()
  return found
}

/** Runs in the page. Describes what covers the focused element; null if nothing does. */
function findCover(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'end'
  // A hidden radio button or checkbox shows as its label.
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
  // An element that is taller than the space between the bars cannot be clear of both.
  const isTall = bottom - top > window.innerHeight / 2
  if (seen === 0) return `${name} is not visible (${Math.round(top)} to ${Math.round(bottom)})`
  return bars.length > 0 && !(isTall && seen >= 3)
    ? `${name} is under ${[...new Set(bars)].join(', ')}`
    : null
}

/** The toasts that cover an element. */
export async function covering(page: Page, target: Locator): Promise<(string | null)[]> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return page.evaluate(({ x, y, width, height }) => {
    const floating = [...document.querySelectorAll('[data-toast]')].filter((one) => one.checkVisibility())
    const over = ({ left, right, top, bottom }: DOMRect) =>
      left < x + width && x < right && top < y + height && y < bottom
    return floating.filter((one) => over(one.getBoundingClientRect())).map((one) => one.textContent)
  }, box)
}
