import WifiOff from 'lucide-react/icons/wifi-off'
import { Suspense, useEffect, useRef, useState } from 'react'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { Button } from '../../ui/Button'
import { Logo } from '../../ui/Logo'
import { failedQuietly, lazyPart } from '../../ui/lazy/LazyPart'

// Cached with this screen (web/build/pwa.ts), but no part of the visitors' code.
const AreYouOk = lazyPart(async () => (await import('../../features/dates/AreYouOk')).AreYouOk, failedQuietly)

const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000

/** Shown by the cached page if the server cannot be reached. It reloads as soon as the site is back. */
export function OfflineScreen() {
  const { tryAgain, trying, tried } = useReturn()
  useTitle('You’re offline')
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-paper">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 sm:px-6">
          <Logo name={siteName} />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
        <span aria-hidden="true" className="relative mb-4 block h-28 w-36">
          <span className="petal absolute top-0 left-0 size-24 bg-wattle-soft" />
          <span className="petal-own absolute right-0 bottom-0 grid size-20 place-items-center bg-ink text-paper">
            <WifiOff className="size-9" strokeWidth={1.75} />
          </span>
        </span>
        <h1 className="text-4xl">You’re offline</h1>
        <p className="text-lg text-muted">
          We can’t reach {siteName} right now. As soon as you’re connected again, you can carry on where you
          left off.
        </p>
        <Button className="mt-4" pending={trying} onClick={tryAgain}>
          Try again
        </Button>
        <p role="status" className="min-h-6 text-muted text-sm">
          {tried && !trying && 'Still no connection. We’ll keep trying.'}
        </p>
      </main>
      {/* A date may end where there is no network. */}
      <Suspense>
        <AreYouOk />
      </Suspense>
    </div>
  )
}

/** Checks with growing pauses, and also when the network comes back and when the tab becomes visible. */
function useReturn() {
  const [trying, setTrying] = useState(false)
  const [tried, setTried] = useState(false)
  const retry = useRef(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = PAUSE_MS
    let ended = false
    const check = async () => {
      clearTimeout(timer)
      const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
      if (ended) return
      if (response?.ok) return window.location.reload()
      timer = setTimeout(() => void check(), pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    const checkNow = () => {
      pause = PAUSE_MS
      if (document.visibilityState === 'visible') void check()
    }
    retry.current = () => {
      setTrying(true)
      void check().finally(() => {
        setTrying(false)
        setTried(true)
      })
    }
    void check()
    window.addEventListener('online', checkNow)
    document.addEventListener('visibilitychange', checkNow)
    return () => {
      ended = true
      clearTimeout(timer)
      window.removeEventListener('online', checkNow)
      document.removeEventListener('visibilitychange', checkNow)
    }
  }, [])
  return { tryAgain: () => retry.current(), trying, tried }
}
