import { useEffect, useState } from 'react'
import { mayReload, reloadOnce } from '../platform/stale-page'
import { type Failure, failedScreen } from '../ui/lazy/LazyPart'

const missing = new WeakSet<object>()

// Also fires for prefetched chunks, which are not needed yet.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** The page was opened before an upgrade, and a chunk that it needs no longer exists. */
const isStaleBuild = (error: unknown): boolean => error instanceof Error && missing.has(error) && mayReload()

/** Shown if a screen fails to load or render. */
export function ErrorScreen(failure: Failure) {
  // So small that memoising would only add code.
  'use no memo'
  const [isStale] = useState(() => isStaleBuild(failure.error))
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  return isStale ? null : failedScreen(failure)
}
