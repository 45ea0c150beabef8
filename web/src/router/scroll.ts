import { decoded } from './match'
import type { Shown } from './shown'

const STORE = 'scroll'
const GIVE_UP_MS = 5000
let positions: Record<string, number> | undefined
let waiting = new AbortController()

function kept(): Record<string, number> {
  if (positions) return positions
  positions = {}
  window.history.scrollRestoration = 'manual'
  try {
    positions = JSON.parse(sessionStorage.getItem(STORE) ?? '{}') as Record<string, number>
  } catch {
    // Storage is switched off or was written by somebody else: the places begin anew.
  }
  return positions
}

/** Remembers how far an entry of the history is scrolled. */
export function keepPosition(key: string): void {
  kept()[key] = window.scrollY
}

/** The page goes, and may be loaded again. */
export function keepPositions(key: string): void {
  keepPosition(key)
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions))
  } catch {
    // Full or switched off: what is gone back to starts at its top.
  }
}

/** Back, forward and a reload find their place again; a fragment is shown; everything else starts at the top. */
export function placeScroll({ location, type, keepsScroll }: Shown): void {
  const before = type === 'POP' ? kept()[location.key] : undefined
  const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
  waiting.abort()
  if (before !== undefined) reach(before)
  else if (target) target.scrollIntoView()
  else if (!keepsScroll) window.scrollTo(0, 0)
}

/** What is below may still be loading: the place is found once the page is long enough, unless its reader moves first. */
function reach(position: number): void {
  window.scrollTo(0, position)
  if (window.scrollY >= position - 1) return
  waiting = new AbortController()
  const { signal } = waiting
  const stop = () => waiting.abort()
  const watch = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < position) return
    window.scrollTo(0, position)
    stop()
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
