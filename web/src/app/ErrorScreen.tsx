import { useEffect, useState } from 'react'
import { mayReload, reloadOnce } from '../platform/stale-page'
import { Button } from '../ui/Button'

const missing = new WeakSet<object>()

// Also fires for prefetched chunks, which are not needed yet.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** The page was opened before an upgrade, and a chunk that it needs no longer exists. */
const isStaleBuild = (error: unknown): boolean => error instanceof Error && missing.has(error) && mayReload()

/** Shown if a screen fails to load or render. */
export function ErrorScreen({ error }: { error: unknown }) {
  // So small that memoising would only add code.
  'use no memo'
  const [isStale] = useState(() => isStaleBuild(error))
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  if (isStale) return null
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-4 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="text-muted">We couldn’t load this page.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
