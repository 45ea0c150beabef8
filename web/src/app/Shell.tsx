import WifiOff from 'lucide-react/icons/wifi-off'
import { type MouseEvent, Suspense } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useIsOnline } from '../platform/live/online'
import { getSession, isImpersonating, roleIn, useSession } from '../platform/session/session'
import { siteName } from '../platform/site'
import { barHeight } from '../ui/bar-height'
import { cx } from '../ui/cx'
import { Logo } from '../ui/Logo'
import { lazyPart, TryAgain } from '../ui/lazy/LazyPart'
import { Toasts } from './Toasts'

/** Explains why nothing is sent. The empty status element is there first, so that screen readers announce the text. */
export function OfflineStrip() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex min-h-9 items-center justify-center gap-2 bg-wattle-soft px-4 py-1.5 font-semibold text-on-wattle-soft text-sm">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
          You’re offline. Nothing will be sent until you’re connected again.
        </p>
      )}
    </div>
  )
}

export const MemberBars = lazyPart(
  async () => (await import('./MemberBars')).MemberBars,
  (failure) => (
    <>
      <p className="ms-auto text-sm">We couldn’t load the menu.</p>
      <TryAgain {...failure} />
    </>
  ),
)

const measured = barHeight('--top-bar')

export function TopBar() {
  const session = useSession()
  return (
    <header ref={measured} className="sticky top-0 z-10 border-line border-b bg-paper zoomed:static">
      <div className="mx-auto flex min-h-16 max-w-6xl zoomed:flex-wrap items-center gap-2 px-4 sm:px-6">
        <Link
          to="/"
          aria-label={`${siteName}, home`}
          className="petal-sm grid min-h-11 min-w-11 content-center"
        >
          <Logo
            name={siteName}
            className={
              session
                ? 'text-[1.5rem] max-[22rem]:[&>span]:hidden sm:max-lg:[&>span]:hidden'
                : 'text-[1.625rem] max-[16rem]:[&>span]:hidden'
            }
          />
        </Link>
        {session ? (
          <Suspense>
            <MemberBars session={session} />
          </Suspense>
        ) : (
          <NavLink
            to="/faq"
            className="petal-sm ms-auto flex min-h-11 items-center px-3.5 font-semibold text-muted transition hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          >
            FAQs
          </NavLink>
        )}
      </div>
      <OfflineStrip />
    </header>
  )
}

const Banners = lazyPart(async () => (await import('./Banners')).Banners)
const AdminBar = lazyPart(async () => (await import('./AdminBar')).AdminBar)

export const loadShell = async () => void (getSession() && (await MemberBars.load()))

/** The frame of every screen. The admin area has its own navigation. */
export function Shell() {
  const session = useSession()
  const { pathname } = useLocation()
  const isAdminPath = pathname.startsWith('/admin')
  const inAdmin = /^\/admin(\/|$)/.test(pathname) && roleIn(session) && !session?.key_missing
  return (
    <div className={cx('flex min-h-dvh flex-col pb-(--foot) sm:pb-0', inAdmin && 'lg:flex-row')}>
      {/* biome-ignore lint/a11y/useValidAnchor: it links to a part of the page. */}
      <a
        href="#content"
        onClick={skipToContent}
        className="petal-sm fixed start-4 top-2 z-20 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      {!isAdminPath && <TopBar />}
      {inAdmin && (
        <Suspense fallback={<div className="h-[6.0625rem] shrink-0 lg:h-auto lg:w-57" />}>
          <AdminBar />
        </Suspense>
      )}
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {isAdminPath && <OfflineStrip />}
        {/* Staff are never warned, so the admin area has no banners. */}
        {!isAdminPath && (isImpersonating() || (session?.unseen_notices ?? 0) > 0) && (
          <Suspense>
            <Banners />
          </Suspense>
        )}
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
    </div>
  )
}

/** Works like a link but keeps the URL, because many screens store their state in the fragment. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
