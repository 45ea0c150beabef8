import { useEffect, useState } from 'react'
import { Button } from '../ui/Button'

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

/** When a screen could not be loaded or drawn. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [isStale] = useState(() => isStaleBuild(error))
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  if (isStale) return null
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-4 text-center">
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="text-muted">This page could not be loaded.</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
