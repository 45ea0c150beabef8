import type { Locator, Page } from 'playwright-core'

/** The protocol's code for the Shift modifier. */
const SHIFT = 8

type Direction = 'forward' | 'back'

/** The state of a walk, in the page. */
interface Walk {
  /** How many presses it still takes, as far as the page knows; 0 at the end. */
  left(): number
  stop(): string[]
}

/**
 * Tabs through the whole page from its start, or back from its end. Returns what is wrong: an element that is covered,
 * has no focus ring, is out of order, is skipped or keeps the focus. The page checks each element at the next press,
 * because a call per element takes several times as long. Where it finds something, the page may only have been late
 * with scrolling, so a second walk waits for it.
 */
export async function tabThrough(page: Page, direction: Direction): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const modifiers = direction === 'back' ? SHIFT : 0
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers } as const
  const walk = async (isPatient: boolean) => {
    let left = await page.evaluate(startWalk, direction)
    while (left > 0) {
      const presses: Promise<unknown>[] = []
      for (let pressed = 0; pressed < left; pressed++) {
        presses.push(browser.send('Input.dispatchKeyEvent', tab))
        if (isPatient) await Promise.all(presses).then(() => page.evaluate(drawn))
      }
      await Promise.all(presses)
      left = await page.evaluate(() => (window as unknown as { walk: Walk }).walk.left())
    }
    return page.evaluate(() => (window as unknown as { walk: Walk }).walk.stop())
  }
  const isFine = (await walk(false)).length === 0
  const problems = isFine ? [] : await walk(true)
  await browser.detach()
  return problems
}

/** Runs in the page. Waits for a frame, and for the timers that were due before it. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Runs in the page. Returns how many presses of Tab the walk takes. */
async function startWalk(direction: 'forward' | 'back'): Promise<number> {
  // The page measures its bars after a change of size.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const problems: string[] = []
  const passed = new Set<Element>()
  let last: Element | null = null
  let isOver = false

  /** Elements that Tab stops at. Of a group of radio buttons it is one. */
  const stops = () => {
    const groups = new Set<string>()
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable], audio[controls], video[controls]',
      ),
    ].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled, [inert] *')) return false
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      const isNew = !groups.has(element.name)
      groups.add(element.name)
      return isNew
    })
  }
  const isPassed = (element: Element) =>
    passed.has(element) ||
    (element instanceof HTMLInputElement &&
      element.type === 'radio' &&
      [...passed].some((one) => one instanceof HTMLInputElement && one.name === element.name))

  const nameOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.id)}`

  /** A hidden radio button or checkbox shows as its label. */
  const boxOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return element.getBoundingClientRect().width <= 1 && label ? label : element
  }

  const hasRing = (element: Element) => {
    // On the icon of a date or a time the browser draws its own ring.
    if (!element.matches(':focus')) return true
    const box = boxOf(element)
    const around = [element, box, box.parentElement, element.nextElementSibling]
    return around.some((one) => {
      const { outlineStyle, outlineWidth } = one
        ? getComputedStyle(one)
        : { outlineStyle: 'none', outlineWidth: '0' }
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  }

  const isBar = (element: Element) =>
    /fixed|sticky/.test(getComputedStyle(element).position) || element.matches(':popover-open, :modal')

  /** Describes what covers the element; undefined if nothing does. */
  const coverOf = (element: Element): string | undefined => {
    const box = boxOf(element)
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const within = (at: number, end: number) => Math.min(Math.max(at, 1), end - 1)
    // An element that is taller than the space between the bars cannot be clear of both, nor shown as a whole.
    const isTall = bottom - top > window.innerHeight / 2
    const [first, last] = isTall ? [Math.max(top, 0), Math.min(bottom, window.innerHeight)] : [top, bottom]
    const bars: string[] = []
    let seen = 0
    const points = [
      [0.5, 0.5],
      [0.15, 0.15],
      [0.85, 0.15],
      [0.15, 0.85],
      [0.85, 0.85],
    ] as const
    for (const [across, down] of points) {
      const x = within(left + (right - left) * across, window.innerWidth)
      const y = first + (last - first) * down
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
    if (seen === 0) return `is not visible (${Math.round(top)} to ${Math.round(bottom)})`
    return bars.length > 0 && !(isTall && seen >= 2) ? `is under ${[...new Set(bars)].join(', ')}` : undefined
  }

  const check = () => {
    const focused = document.activeElement
    if (isOver || focused === edge) return
    if (!focused || focused === document.body) {
      isOver = true
      return
    }
    for (const moving of [last, focused])
      for (const animation of moving?.getAnimations() ?? []) animation.finish()
    const say = (problem: string) => problems.push(`${nameOf(focused)} ${problem}`)
    const order =
      direction === 'forward' ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
    if (focused === last) {
      // A date and a time have a stop for each part.
      if (!focused.matches('[type=date], [type=time], [type=datetime-local]')) say('keeps the focus')
      return
    }
    if (passed.has(focused)) say('gets the focus again')
    else if (last?.isConnected && !(last.compareDocumentPosition(focused) & order))
      say(`is out of order after ${nameOf(last)}`)
    const cover = coverOf(focused)
    if (cover) say(cover)
    if (!hasRing(focused)) say('has no focus ring')
    passed.add(focused)
    last = focused
  }

  // Tab continues from the last focused element, even after it lost the focus.
  const edge = document.createElement('span')
  edge.tabIndex = -1
  if (direction === 'forward') document.body.prepend(edge)
  else document.body.append(edge)
  edge.focus({ preventScroll: true })
  const expected = stops()
  // One more press leaves the page. Pages may grow on the way.
  const most = 2 * expected.length + 10
  let presses = 0
  let isChecked = true
  const checkOnce = () => {
    if (!isChecked) check()
    isChecked = true
  }
  const onKey = () => {
    checkOnce()
    isChecked = false
    presses++
  }
  window.addEventListener('keydown', onKey, true)
  const started = {
    left() {
      checkOnce()
      if (isOver) return 0
      if (presses >= most) {
        problems.push(`the walk does not end within ${most} presses`)
        return 0
      }
      return Math.max(1, expected.filter((element) => !isPassed(element)).length)
    },
    stop() {
      window.removeEventListener('keydown', onKey, true)
      const still = new Set<Element>(stops())
      const skipped = expected.filter((element) => still.has(element) && !isPassed(element))
      edge.remove()
      return [...new Set([...problems, ...skipped.map((element) => `${nameOf(element)} is skipped`)])]
    },
  }
  Object.assign(window, { walk: started })
  return expected.length + 1
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
