import { inTab } from '../platform/storage'

const KEY = 'reloadedAt'
const ONCE_IN_MS = 15_000
const missing = new WeakSet<object>()

// Also of parts that are loaded ahead: those are nobody's loss yet.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/**
 * A page that was opened before an update asks for parts that are gone. Once somebody needs one, a full load brings
 * the new page; if that helped nothing, the error is to be shown.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && missing.has(error) && Date.now() - Number(inTab.get(KEY)) >= ONCE_IN_MS

export function loadAnew(): void {
  inTab.set(KEY, String(Date.now()))
  window.location.reload()
}
