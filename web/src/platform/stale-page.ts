const KEY = 'reloadedAt'
const ONCE_IN_MS = 15_000
let isReloading = false

/**
 * A page that was opened before an upgrade needs files or calls that no longer exist. One full load brings the new page.
 * If the page has just been loaded, another load would not help and the error is shown. Offline, a load would only
 * remove what is on screen.
 */
export const mayReload = (): boolean => isReloading || (navigator.onLine && !hasJustLoaded())

function hasJustLoaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS
  } catch {
    // Without storage, the page could reload for ever.
    return true
  }
}

export function reloadOnce(): void {
  if (isReloading || !mayReload()) return
  isReloading = true
  sessionStorage.setItem(KEY, String(Date.now()))
  window.location.reload()
}
