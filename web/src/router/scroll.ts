import { decoded } from './match'
import type { Shown } from './router'

const STORE = 'scroll'
let positions: Record<string, number> | undefined

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

/** The page goes: on a reload the browser itself finds the place again, and coming back from elsewhere we do. */
export function keepPositions(key: string): void {
  keepPosition(key)
  window.history.scrollRestoration = 'auto'
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions))
  } catch {
    // Full or switched off: the next page starts at its top.
  }
}

/** Back and forward find their place again; a fragment is shown; everything else starts at the top. */
export function placeScroll({ location, type, keepsScroll }: Shown): void {
  const before = kept()[location.key]
  const target = location.hash && document.getElementById(decoded(location.hash.slice(1)))
  if (type === 'POP' && before !== undefined) window.scrollTo(0, before)
  else if (target) target.scrollIntoView()
  else if (!keepsScroll) window.scrollTo(0, 0)
}
