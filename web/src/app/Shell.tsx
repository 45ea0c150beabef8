import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { useSession } from '../platform/session'
import { Toasts } from './Toasts'
import { TopBar } from './TopBar'

const LiveBanner = lazy(async () => ({ default: (await import('./LiveBanner')).LiveBanner }))

/** The frame of every screen; the admin area brings navigation of its own. */
export function Shell() {
  const main = useFocusOnNavigation()
  const session = useSession()
  const { pathname } = useLocation()
  const isAdmin = pathname.startsWith('/admin')
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(var(--bottom-bar)+var(--action-bar)+env(safe-area-inset-bottom))] sm:pb-0">
      <a
        href="#content"
        className="petal-sm fixed start-4 top-2 z-20 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!isAdmin && <TopBar />}
      {!isAdmin && session?.status === 2 && (
        <Suspense>
          <LiveBanner />
        </Suspense>
      )}
      <main id="content" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
      <ScrollRestoration />
    </div>
  )
}

/** After a navigation the heading is read and the next Tab starts in the new page. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // Back and forward keep the place; the heading would scroll away from it.
    if (kind === 'POP') return
    const heading = main.current?.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
  }, [pathname, kind])
  return main
}
