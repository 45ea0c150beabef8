import { type Location, NavigationType } from 'react-router'
import { measureBars } from '../ui/bar-height'

export interface Navigation {
  location: Location
  /** Pop is back, forward and the first page. */
  type: NavigationType
  /** The page stays where it is scrolled to. */
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
    // Storage is switched off or was written by somebody else: the positions begin anew.
  }
  return positions
}

/** Remembers how far an entry of the history is scrolled. */
export function rememberPosition(key: string): void {
  storedPositions()[key] = window.scrollY
}

/** The page goes, and may be loaded again. */
export function storePositions(key: string): void {
  rememberPosition(key)
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions))
  } catch {
    // Full or switched off: what is gone back to starts at its top.
  }
}

/** Back, forward and a reload find their position again; a fragment is shown; everything else starts at the top. */
export function restoreScroll({ location, type, preventScrollReset }: Navigation): void {
  const isPop = type === NavigationType.Pop
  const before = isPop ? storedPositions()[location.key] : undefined
  const showFragment = () => {
    const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
    if (!target) return false
    measureBars()
    // What stands beside the page is in sight wherever the page is scrolled to.
    const isBeside = getComputedStyle(target).position === 'fixed'
    if (!isBeside) target.scrollIntoView()
    else if (!preventScrollReset) window.scrollTo(0, 0)
    return true
  }
  waiting.abort()
  if (before !== undefined) tryUntil(() => scrollTo(before))
  else if (!showFragment()) {
    if (!preventScrollReset) window.scrollTo(0, 0)
    // What it names may come with the data.
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

/** What is below may still be loading: tried again whenever the page grows, unless its reader moves first. */
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

/** After a navigation the heading is read and the next Tab starts in the new page, wherever that is scrolled to. */
export function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  ;(heading ?? main)?.focus({ preventScroll: true })
}

/**
 * Of a text field browsers show the line with the cursor and are content; whoever tabs to one sees all of it. Not on a
 * click, under which nothing may move.
 */
export function showFieldOnTab({ key }: KeyboardEvent): void {
  if (key !== 'Tab') return
  // After the focus has moved.
  setTimeout(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
    // A choice of one pixel is drawn by its label.
    const drawn = field.offsetWidth > 1 ? field : field.labels?.[0]
    drawn?.scrollIntoView({ block: 'nearest' })
  })
}
