import { lazy, type MouseEvent, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { getSession, isImpersonating, roleIn, useSession } from '../platform/session'
import { cx } from '../ui/cx'
import { OfflineStrip } from './OfflineStrip'
import { Toasts } from './Toasts'
import { MemberBars, TopBar } from './TopBar'

const ImpersonationBanner = lazy(async () => ({
  default: (await import('./ImpersonationBanner')).ImpersonationBanner,
}))
const AdminBar = lazy(async () => ({ default: (await import('./AdminBar')).AdminBar }))

export const loadShell = async () => void (getSession() && (await MemberBars.load()))

/** The frame of every screen; the admin area brings navigation of its own. */
export function Shell() {
  const session = useSession()
  const { pathname } = useLocation()
  const isAdminPath = pathname.startsWith('/admin')
  const inAdmin = /^\/admin(\/|$)/.test(pathname) && roleIn(session) && !session?.key_missing
  return (
    <div className={cx('flex min-h-dvh flex-col pb-(--foot) sm:pb-0', inAdmin && 'lg:flex-row')}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, as links do. */}
      <a
        href="#content"
        onClick={skipToContent}
        className="petal-sm fixed start-4 top-2 z-20 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!isAdminPath && <TopBar />}
      {!isAdminPath && isImpersonating() && (
        <Suspense>
          <ImpersonationBanner />
        </Suspense>
      )}
      {inAdmin && (
        <Suspense fallback={<div className="h-[6.0625rem] shrink-0 lg:h-auto lg:w-57" />}>
          <AdminBar />
        </Suspense>
      )}
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {isAdminPath && <OfflineStrip />}
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
    </div>
  )
}

/** As a link does, but the address stays: what follows its # is the state of many a screen. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
