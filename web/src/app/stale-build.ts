const KEY = 'reloadedAt'
const ONCE_IN_MS = 15_000
const missing = new WeakSet<object>()
let isReloading = false

// Also for chunks that are loaded ahead: those are nobody's loss yet.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/**
 * A page that was opened before an update asks for chunks that are gone. Once somebody needs one, a full load brings
 * the new page; if that helped nothing, the error is to be shown. Without a network it would bring nothing, and take
 * away what is there.
 */
export const isStaleBuild = (error: unknown): boolean =>
  isReloading || (error instanceof Error && missing.has(error) && navigator.onLine && !hasJustLoaded())

function hasJustLoaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS
  } catch {
    // Where nothing can be kept nobody knows, and it might go on for ever.
    return true
  }
}

export function reloadOnce(): void {
  if (isReloading) return
  isReloading = true
  sessionStorage.setItem(KEY, String(Date.now()))
  window.location.reload()
}
