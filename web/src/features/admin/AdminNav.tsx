import type { LucideIcon } from 'lucide-react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import BadgeCheck from 'lucide-react/icons/badge-check'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import FileText from 'lucide-react/icons/file-text'
import Flag from 'lucide-react/icons/flag'
import Gauge from 'lucide-react/icons/gauge'
import Images from 'lucide-react/icons/images'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ScrollText from 'lucide-react/icons/scroll-text'
import ServerCog from 'lucide-react/icons/server-cog'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import Sparkles from 'lucide-react/icons/sparkles'
import Users from 'lucide-react/icons/users'
import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useLive } from '../../platform/live/live'
import type { LiveState } from '../../platform/live/live-state'
import { roleIn, useSession } from '../../platform/session/session'
import { siteName } from '../../platform/site'
import { Badge } from '../../ui/Badge'
import { barHeight } from '../../ui/bar-height'
import { Logo } from '../../ui/Logo'
import { ThemeSwitch } from '../../ui/ThemeSwitch'
import '../../full-styles.css'

interface NavItem {
  label: string
  to: string
  icon: LucideIcon
  queue?: keyof LiveState['adminAlerts']
  /** Moderators see it too. */
  daily?: true
}

const navItems: readonly NavItem[] = [
  { label: 'Dashboard', to: '/admin', icon: LayoutDashboard },
  { label: 'Photos', to: '/admin/photos', icon: Images, queue: 'photos', daily: true },
  {
    label: 'Verifications',
    to: '/admin/verifications',
    icon: BadgeCheck,
    queue: 'verifications',
    daily: true,
  },
  { label: 'Reports', to: '/admin/reports', icon: Flag, queue: 'reports', daily: true },
  { label: 'Members', to: '/admin/members', icon: Users, daily: true },
  { label: 'Workload', to: '/admin/workload', icon: Gauge, daily: true },
  { label: 'Content', to: '/admin/content', icon: FileText },
  { label: 'Audit', to: '/admin/audit', icon: ScrollText },
  { label: 'Scam shield', to: '/admin/scam-rules', icon: ShieldAlert },
  { label: 'Exposure', to: '/admin/exposure', icon: Sparkles },
  { label: 'Transparency', to: '/admin/transparency', icon: ChartNoAxesColumn },
  { label: 'System', to: '/admin/system', icon: ServerCog },
]

const link =
  'petal-sm flex min-h-11 items-center gap-2.5 px-3 font-semibold text-muted transition hover:bg-paper hover:text-ink ' +
  'aria-[current=page]:bg-ink aria-[current=page]:text-paper'

const measured = barHeight('--top-bar')

/** A sidebar on wide screens, a bar at the top on smaller ones. */
export function AdminNav() {
  const role = roleIn(useSession())
  const waiting = useLive((live) => live.adminAlerts)
  const shown = navItems.filter(({ daily }) => daily || role === 'admin')
  const list = useCurrentInView(
    Object.values(waiting)
      .map((count) => count > 0)
      .join(),
  )
  return (
    <header
      ref={measured}
      className="sticky top-0 z-10 flex flex-col border-line bg-sunken max-lg:border-b lg:h-dvh lg:w-57 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:px-3 lg:py-4"
    >
      <div className="flex h-13 shrink-0 items-center justify-between gap-2 px-4 lg:h-auto lg:px-3 lg:pb-4">
        <Link to="/admin" className="petal-sm flex items-center gap-2">
          <Logo name={siteName} className="text-[1.375rem]" />{' '}
          <span className="font-semibold text-muted text-sm">Admin</span>
        </Link>
        <BackToSite className="lg:hidden" />
      </div>
      <nav aria-label="Admin" className="lg:flex-1">
        <ul
          ref={list}
          className="flex gap-1 overflow-x-auto px-3 pb-0.5 [scrollbar-width:none] lg:flex-col lg:overflow-visible lg:p-0"
        >
          {shown.map(({ label, to, icon: Icon, queue }) => (
            <li key={to} className="shrink-0">
              <NavLink to={to} end={to === '/admin'} className={link}>
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {label}
                {queue && <Badge count={waiting[queue]} label="waiting" className="lg:ms-auto" />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid justify-items-start gap-2 pt-4 max-lg:hidden">
        <ThemeSwitch />
        <BackToSite />
      </div>
    </header>
  )
}

function BackToSite({ className = '' }: { className?: string }) {
  return (
    <Link to="/" className={`${link} ${className}`}>
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
      Back to the site
    </Link>
  )
}

/** Keeps the current entry in view, because on a phone the row is wider than the screen. */
function useCurrentInView(badges: string) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: badges make the row longer.
  useEffect(() => {
    if (!pathname.startsWith('/admin')) return
    const show = () =>
      list.current
        ?.querySelector('[aria-current=page]')
        ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    show()
    // The row gets wider when the web font loads.
    void document.fonts.ready.then(show)
  }, [pathname, badges])
  return list
}
