import { Suspense } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '../platform/session'
import { siteName } from '../platform/site'
import { barHeight } from '../ui/bar-height'
import { Logo } from '../ui/Logo'
import { OfflineStrip } from './OfflineStrip'
import { onDemand } from './on-demand'

export const MemberBars = onDemand(async () => (await import('./MemberBars')).MemberBars)

const PausedStrip = onDemand(async () => (await import('./PausedStrip')).PausedStrip)

const measured = barHeight('--top-bar')

export function TopBar() {
  const session = useSession()
  return (
    <header ref={measured} className="sticky top-0 z-10 border-line border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
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
      {session?.paused && (
        <Suspense fallback={<div className="h-11 bg-wattle-soft" />}>
          <PausedStrip />
        </Suspense>
      )}
    </header>
  )
}
