import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useReminders } from '../features/live/use-reminders'
import { roleIn } from '../platform/session'
import { barHeight } from '../ui/bar-height'
import { cx } from '../ui/cx'
import { SectionLinks } from './SectionLinks'
import { StatusBadgeLink } from './StatusBadgeLink'
import { adminSection, sections } from './sections'
import { UserMenu } from './UserMenu'
import { useLiveCaches } from './use-live-caches'
import { useLiveSession } from './use-live-session'
import { useKeptBrowser, useUnread } from './use-unread'

const measured = barHeight('--bottom-bar')

/** What the top bar holds beside the logo once somebody is logged in, and the phone's bottom bar. */
export function MemberBars({ session }: { session: SessionRecord }) {
  useReminders(session)
  useLiveSession()
  useLiveCaches()
  useUnread()
  useKeptBrowser()
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
          className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper pb-[env(safe-area-inset-bottom)] sm:hidden"
        >
          <SectionLinks sections={shown} place="bottom" />
        </nav>
      )}
    </>
  )
}
