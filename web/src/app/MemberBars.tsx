import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import Camera from 'lucide-react/icons/camera'
import Crown from 'lucide-react/icons/crown'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useReminders } from '../features/live/use-reminders'
import { avatarPhoto } from '../format/photo-source'
import { call } from '../platform/api'
import { useClockLabel } from '../platform/clock'
import { resumeGestures, sendPending } from '../platform/gestures/pending'
import { useLive } from '../platform/live/live'
import { pushEndpoint } from '../platform/push-key'
import {
  backToAdmin,
  clearSession,
  getSession,
  isImpersonating,
  roleIn,
  useSession,
} from '../platform/session/session'
import { countInTitle } from '../platform/title'
import { Badge } from '../ui/Badge'
import { barHeight } from '../ui/bar-height'
import { cx } from '../ui/cx'
import { Avatar } from '../ui/member/Avatar'
import { Menu, type MenuItem } from '../ui/overlays/Menu'
import { Tooltip } from '../ui/overlays/Tooltip'
import { Tag } from '../ui/Tag'
import { adminSection, type Section, sections } from './sections'
import { useLiveCaches } from './use-live-caches'
import { useLiveSession } from './use-live-session'

const styles = {
  top: {
    list: 'flex items-center gap-0.5 max-sm:hidden',
    link: 'petal-sm min-h-11 gap-2 px-3.5 max-lg:flex-col max-lg:gap-0 max-lg:px-2.5 max-lg:py-1 max-lg:text-xs',
    label: '',
    // Next to the icon or above the end of the label, never on them, and taking up no space in the row.
    badge: 'absolute -end-0.5 -top-1.5 max-lg:start-1/2 max-lg:end-auto max-lg:-top-0.5 max-lg:ms-3',
  },
  bottom: {
    list: 'grid auto-cols-fr grid-flow-col',
    link: 'min-h-14 flex-col gap-0.5 px-1 pt-2 pb-1 text-xs',
    // At double text size the labels do not fit, so only the icons show and screen readers read the labels.
    label: 'max-[18rem]:sr-only',
    badge: 'absolute start-1/2 top-1 ms-3',
  },
}

/** The sections as links with their counts. The current one is marked. */
export function SectionLinks({ sections, place }: { sections: readonly Section[]; place: 'top' | 'bottom' }) {
  // Drawn a few times per visit, so memoising would only add code, here and below.
  'use no memo'
  const { pathname } = useLocation()
  const alerts = useLive((live) => live.topNavAlerts)
  const style = styles[place]
  return (
    <ul className={style.list}>
      {sections.map(({ label, to, icon: Icon, paths, counter, counterLabel }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={paths.includes(pathname) ? 'page' : undefined}
            className={cx(
              'relative flex items-center justify-center font-semibold text-muted transition hover:text-ink',
              'aria-[current=page]:text-ink',
              place === 'top' && 'hover:bg-sunken aria-[current=page]:bg-sunken',
              style.link,
            )}
          >
            <Icon
              aria-hidden="true"
              className={cx('size-5.5 shrink-0', place === 'bottom' && 'size-6')}
              strokeWidth={paths.includes(pathname) ? 2.5 : 2}
            />
            <span className={style.label}>{label}</span>
            {counter && (
              <Badge
                count={alerts[counter]}
                label={counterLabel}
                className={cx('h-5! min-w-5! px-1!', style.badge)}
              />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export type StatusBadge =
  | { kind: 'Restricted'; to: string; tooltip: string }
  | { kind: 'Stealth Mode'; to: string }
  | { kind: 'Premium' }

const DAY = 86_400

/** Restricted first, then Stealth Mode, then Premium. */
export function statusBadge(session: SessionRecord, now: number): StatusBadge | null {
  const { status, uploaded_min_photos, profile_completed_ts } = session
  if (
    status === memberStatus.active &&
    !uploaded_min_photos &&
    profile_completed_ts !== null &&
    now - profile_completed_ts > DAY
  ) {
    return { kind: 'Restricted', to: '/photos', tooltip: sentences.reducedVisibility }
  }
  if (session.stealth_mode) return { kind: 'Stealth Mode', to: '/settings#stealth-mode' }
  return session.premium ? { kind: 'Premium' } : null
}

/** At double text size there is only room for the icon. */
const badgeLabel = 'max-[18rem]:sr-only'

/** Restricted, Stealth Mode or Premium, whichever comes first. */
export function StatusBadgeLink({ session }: { session: SessionRecord }) {
  'use no memo'
  const minute = useClockLabel((now) => Math.floor(now / 60_000))
  const badge = statusBadge(session, minute * 60)
  switch (badge?.kind) {
    case 'Restricted':
      return (
        <Tooltip text={badge.tooltip}>
          <Link to={badge.to} className="petal-sm flex min-h-11 items-center">
            <Tag tone="danger" icon={Camera}>
              <span className={badgeLabel}>Restricted</span>
            </Tag>
          </Link>
        </Tooltip>
      )
    case 'Stealth Mode':
      return (
        <Link to={badge.to} className="petal-sm flex min-h-11 items-center">
          <Tag tone="ink" icon={EyeOff}>
            <span className={badgeLabel}>Stealth Mode</span>
          </Tag>
        </Link>
      )
    case 'Premium':
      return (
        <Tag tone="wattle" icon={Crown}>
          <span className={badgeLabel}>Premium</span>
        </Tag>
      )
  }
  return null
}

const noop = () => {}

const LAST_CALL_MS = 1000

/** The avatar at the end of the bar, which opens the menu of the member's own pages. */
export function UserMenu({ session }: { session: SessionRecord }) {
  'use no memo'
  const navigate = useNavigate()

  async function logOut() {
    // A slow line must not keep the member logged in.
    await Promise.race([sendPending(), new Promise((resolve) => setTimeout(resolve, LAST_CALL_MS))])
    // The session is cleared here in any case. The call also ends it on the server.
    const done = call('POST /api/logout', {}).catch(noop)
    // Before clearSession() removes the stored push endpoint.
    if (pushEndpoint() !== null)
      void import('../features/notifications/device').then(({ forgetDevice }) => forgetDevice()).catch(noop)
    clearSession()
    void navigate('/')
    await done
  }

  const own: MenuItem[] =
    session.status === memberStatus.active
      ? [
          { label: 'Profile', to: `/${session.url_hash}` },
          { label: 'Edit', to: '/edit' },
          { label: 'Photos', to: '/photos' },
          { label: 'Dates', to: '/dates' },
          { label: 'Check in', to: '/dates#check-in' },
          { label: 'Videos', disabled: true, onSelect: noop },
          { label: 'Logs', disabled: true, onSelect: noop },
          { label: 'Settings', to: '/settings' },
          { label: 'Membership', disabled: true, onSelect: noop },
          'separator',
        ]
      : []
  const items: MenuItem[] = [
    ...own,
    { label: 'Help', to: '/faq' },
    ...(isImpersonating() ? [{ label: 'Back to Admin', onSelect: backToAdmin }] : []),
    { label: 'Log out', onSelect: () => void logOut() },
  ]
  const name = session.username ?? session.email
  return (
    <Menu label="Your menu" items={items}>
      <Avatar name={name} photo={session.photo ? avatarPhoto(session.photo, session.photo_sizes) : null} />
    </Menu>
  )
}

/** Shows the number of unread conversations in the tab's title and on the installed app's icon. */
export function useUnread(): void {
  const count = useLive((live) => live.topNavAlerts.unread)
  useEffect(() => {
    countInTitle(count)
    setBadge(count)
  }, [count])
  // Logging out clears the number.
  useEffect(
    () => () => {
      countInTitle(0)
      setBadge(0)
    },
    [],
  )
}

function setBadge(count: number): void {
  // Works only if the site is installed; otherwise it is refused or missing.
  void navigator.setAppBadge?.(count).catch(() => undefined)
}

const DELAY_MS = 3000

/** Starts background work after the page has loaded. */
export function useAfterLoad(): void {
  const isActive = useSession()?.status === memberStatus.active
  useEffect(() => {
    if (!isActive || isImpersonating()) return
    // "Are you OK?" does not wait.
    const delay = getSession()?.check_ins ? 0 : DELAY_MS
    const timer = setTimeout(() => {
      import('./after-load').then(({ runAfterLoad }) => runAfterLoad()).catch(noop)
    }, delay)
    return () => clearTimeout(timer)
  }, [isActive])
}

const measured = barHeight('--bottom-bar')

/** The member's part of the top bar, and the bottom bar of phones. */
export function MemberBars({ session }: { session: SessionRecord }) {
  'use no memo'
  useReminders(session)
  useLiveSession()
  useLiveCaches()
  useUnread()
  useEffect(resumeGestures, [])
  useAfterLoad()
  const active = session.status === memberStatus.active
  const shown = roleIn(session) ? [...sections, adminSection] : sections
  return (
    <>
      {active && (
        <nav aria-label="Sections" className="mx-auto max-sm:hidden">
          <SectionLinks sections={shown} place="top" />
        </nav>
      )}
      <div className={cx('ms-auto flex items-center gap-2', active && 'lg:ms-0')}>
        <StatusBadgeLink session={session} />
        <UserMenu session={session} />
      </div>
      {active && (
        <nav
          ref={measured}
          aria-label="Sections"
          data-bottom-bar
          className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] zoomed:static zoomed:w-full zoomed:border-0 sm:hidden"
        >
          <SectionLinks sections={shown} place="bottom" />
        </nav>
      )}
    </>
  )
}
