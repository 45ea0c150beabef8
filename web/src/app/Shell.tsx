import { Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { GlobalToast } from './GlobalToast'
import { TopBar } from './TopBar'

/** The frame of every screen; the admin area brings navigation of its own. */
export function Shell() {
  const main = useFocusOnNavigation()
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(var(--bottom-bar)+var(--action-bar)+env(safe-area-inset-bottom))] sm:pb-0">
      <a
        href="#content"
        className="petal-sm fixed start-4 top-2 z-20 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!pathname.startsWith('/admin') && <TopBar />}
      <main id="content" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <GlobalToast />
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
