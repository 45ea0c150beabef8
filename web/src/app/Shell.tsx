import { memberStatus } from '@rosella/contract/member/status'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isAdmin, isImpersonating, useSession } from '../platform/session'
import { Outlet, useLocation, useNavigationType } from '../router/RouterProvider'
import { cx } from '../ui/cx'
import { Toasts } from './Toasts'
import { TopBar } from './TopBar'

const ActingBanner = lazy(async () => ({ default: (await import('./ActingBanner')).ActingBanner }))
const AdminBar = lazy(async () => ({ default: (await import('./AdminBar')).AdminBar }))
const LiveVoices = lazy(async () => ({ default: (await import('./LiveVoices')).LiveVoices }))

/** The frame of every screen; the admin area brings navigation of its own. */
export function Shell() {
  const main = useFocusOnNavigation()
  const session = useSession()
  const { pathname } = useLocation()
  const isAdminPath = pathname.startsWith('/admin')
  const inAdmin = /^\/admin(\/|$)/.test(pathname) && isAdmin(session)
  return (
    <div
      className={cx(
        'flex min-h-dvh flex-col pb-[calc(var(--bottom-bar)+var(--action-bar)+env(safe-area-inset-bottom))] sm:pb-0',
        inAdmin && 'lg:flex-row',
      )}
    >
      <a
        href="#content"
        className="petal-sm fixed start-4 top-2 z-20 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!isAdminPath && <TopBar />}
      {!isAdminPath && isImpersonating() && (
        <Suspense>
          <ActingBanner />
        </Suspense>
      )}
      {inAdmin && (
        <Suspense fallback={<div className="h-[6.0625rem] shrink-0 lg:h-auto lg:w-57" />}>
          <AdminBar />
        </Suspense>
      )}
      {!isAdminPath && session?.status === memberStatus.active && (
        <Suspense>
          <LiveVoices />
        </Suspense>
      )}
      <main id="content" ref={main} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
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
