import { ArrowLeft } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { BlockedSection } from './BlockedSection'
import { EmailSection } from './EmailSection'
import { FirstNameSection } from './FirstNameSection'
import { NotInterestedSection } from './NotInterestedSection'
import { PasswordSection } from './PasswordSection'
import { PeopleIKnowSection } from './PeopleIKnowSection'
import { ReceiptsSection } from './ReceiptsSection'
import { SettingsMenu } from './SettingsMenu'
import { StealthSection } from './StealthSection'
import { type SectionHash, sectionOf } from './sections'

/** What other features bring; the rest is here. */
type Brought = {
  Account: ComponentType
  Limits: ComponentType
  Notifications: ComponentType
  Reports: ComponentType
  Verification: ComponentType
}

const pages: Record<
  Exclude<SectionHash, 'account-status' | 'limits' | 'notifications' | 'reports' | 'verified-photos'>,
  ComponentType
> = {
  email: EmailSection,
  password: PasswordSection,
  'first-name': FirstNameSection,
  'people-i-know': PeopleIKnowSection,
  'not-interested': NotInterestedSection,
  'blocked-users': BlockedSection,
  'stealth-mode': StealthSection,
  'read-receipts': ReceiptsSection,
}

/** The address's hash selects the section. On a phone the menu comes first, and each section is a page. */
export function SettingsScreen({ Account, Limits, Notifications, Reports, Verification }: Brought) {
  const { hash } = useLocation()
  const chosen = sectionOf(hash)
  const shown = chosen ?? 'email'
  const Page = {
    ...pages,
    'account-status': Account,
    limits: Limits,
    notifications: Notifications,
    reports: Reports,
    'verified-photos': Verification,
  }[shown]
  const page = useFocusOnSection(chosen)
  useTitle('Settings')
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 content-start gap-x-10 gap-y-6 px-4 py-8 sm:px-6 sm:py-12 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:col-span-2">
        <h1 className="text-4xl">Settings</h1>
        {chosen && (
          <ButtonLink to="/settings" tone="bare" icon={ArrowLeft} className="ms-auto md:hidden">
            All settings
          </ButtonLink>
        )}
      </div>
      <SettingsMenu shown={shown} chosen={chosen !== undefined} />
      <div
        ref={page}
        className={cx('grid min-w-0 grid-cols-1 content-start gap-6', !chosen && 'max-md:hidden')}
      >
        <Page key={shown} />
      </div>
    </div>
  )
}

/** The section's heading is read when it has been chosen; an address that names it from the start keeps the h1. */
function useFocusOnSection(chosen: SectionHash | undefined) {
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(chosen)
  const kind = useNavigationType()
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    if (kind !== 'POP') page.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [chosen, kind])
  return page
}
