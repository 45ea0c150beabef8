import { type Location, NavigationType } from 'react-router'
import { measureBars } from '../ui/bar-height'

export interface Navigation {
  location: Location
  /** Pop means back, forward or the first page. */
  type: NavigationType
  /** Keeps the scroll position. */
  preventScrollReset?: boolean
}

const STORE = 'scroll'
const GIVE_UP_MS = 15_000
let positions: Record<string, number> | undefined
let waiting = new AbortController()

function storedPositions(): Record<string, number> {
  if (positions) return positions
  positions = {}
  window.history.scrollRestoration = 'manual'
  try {
    positions = JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>
  } catch {
    // Storage is disabled or contains something else, so start without positions.
  }
  return positions
}

/** Remembers the scroll position of a history entry. */
export function rememberPosition(key: string): void {
  storedPositions()[key] = window.scrollY
}

/** Stores the positions before the page is unloaded, because it may be reloaded. */
export function storePositions(key: string): void {
  rememberPosition(key)
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions))
  } catch {
    // Storage is full or disabled, so a reloaded page starts at the top.
  }
}

/** Back, forward and reload restore the position, a fragment is scrolled to, and everything else starts at the top. */
export function restoreScroll({ location, type, preventScrollReset }: Navigation): void {
  const isPop = type === NavigationType.Pop
  const before = isPop ? storedPositions()[location.key] : undefined
  const showFragment = () => {
    const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
    if (!target) return false
    measureBars()
    // A fixed element is visible at any scroll position.
    const isFixed = getComputedStyle(target).position === 'fixed'
    if (!isFixed) target.scrollIntoView()
    else if (!preventScrollReset) window.scrollTo(0, 0)
    return true
  }
  waiting.abort()
  if (before !== undefined) tryUntil(() => scrollTo(before))
  else if (!showFragment()) {
    if (!preventScrollReset) window.scrollTo(0, 0)
    // The target may appear with the data.
    if (location.hash) tryUntil(showFragment)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function scrollTo(position: number): boolean {
  if (document.documentElement.scrollHeight - window.innerHeight < position - 1) return false
  window.scrollTo(0, position)
  return true
}

/** Tries again whenever the page grows, because it may still be loading, until the reader scrolls or types. */
function tryUntil(isDone: () => boolean): void {
  if (isDone()) return
  waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  const watch = new ResizeObserver(() => {
    if (isDone()) stop()
  })
  watch.observe(document.body)
  const timer = setTimeout(stop, GIVE_UP_MS)
  for (const move of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(move, stop, { signal, passive: true })
  }
  signal.addEventListener('abort', () => {
    watch.disconnect()
    clearTimeout(timer)
  })
}

/** Makes screen readers read the heading after a navigation, and the next Tab start in the new page. */
export function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  ;(heading ?? main)?.focus({ preventScroll: true })
}

/**
 * Browsers only scroll the line with the cursor into view, so this scrolls the whole field. It does not run on a click,
 * because nothing may move under the pointer.
 */
export function showFieldOnTab({ key }: KeyboardEvent): void {
  if (key !== 'Tab') return
  // After the focus has moved.
  setTimeout(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    // A hidden radio button or checkbox is one pixel wide, and its label is what shows.
    const visible = field.offsetWidth > 1 ? field : field.labels?.[0]
    visible?.scrollIntoView({ block: 'nearest' })
  })
}
