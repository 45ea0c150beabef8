import type { Router } from '../router/router'

const KEY = 'reloadedAt'
const ONCE_IN_MS = 15_000
let leaving = false

/** A full load is under way: what failed is no news. */
export const isLeaving = (): boolean => leaving

/**
 * A page that was opened before an update asks for parts that are gone. One full load, of where the member was going,
 * brings the new page; if that helped nothing, the error is shown.
 */
export function reloadWhenOutdated(router: Router): void {
  window.addEventListener('vite:preloadError', () => {
    if (leaving || Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS) return
    leaving = true
    sessionStorage.setItem(KEY, String(Date.now()))
    const to = router.pending()
    if (to) window.location.assign(to.pathname + to.search + to.hash)
    else window.location.reload()
  })
}
