import type { LucideIcon } from 'lucide-react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import BookUser from 'lucide-react/icons/book-user'
import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import HeartOff from 'lucide-react/icons/heart-off'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import ScanFace from 'lucide-react/icons/scan-face'
import ShieldBan from 'lucide-react/icons/shield-ban'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserRound from 'lucide-react/icons/user-round'
import { type ComponentType, useEffect, useId, useRef } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { PremiumText } from '../../platform/PremiumText'
import { useIsPremium } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { PremiumNotice } from '../../ui/member/PremiumNotice'
import { PremiumTag } from '../../ui/member/PremiumTag'
import { SettingsCard } from '../../ui/SettingsCard'
import { SmallPrint } from '../../ui/SmallPrint'
import { BlockedSection } from './BlockedSection'
import { EmailSection } from './EmailSection'
import { FirstNameSection } from './FirstNameSection'
import { NotInterestedSection } from './NotInterestedSection'
import { PasswordSection } from './PasswordSection'
import { PeopleIKnowSection } from './PeopleIKnowSection'
import { SettingSwitch } from './SettingSwitch'

export function ReceiptsSection() {
  const premium = useIsPremium()
  return (
    <SettingsCard title="Read Receipts" aside={<PremiumTag />}>
      {!premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can see when your messages have been read.
        </PremiumNotice>
      )}
      <SettingSwitch
        name="read_receipts"
        label="Read receipts"
        hint="The ticks on your messages show when they have been read."
        locked={!premium}
      />
      <ul className="grid gap-2 text-muted">
        <li className="flex items-center gap-3">
          <Check aria-hidden="true" className="size-5 shrink-0" />
          One tick: your message has been sent.
        </li>
        <li className="flex items-center gap-3">
          <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-gum" />
          Two ticks: it has been read.
        </li>
      </ul>
    </SettingsCard>
  )
}

export interface SettingsSection {
  hash: string
  label: string
  icon: LucideIcon
}

/** The groups of the side menu. The hash of the address selects the section. */
export const groups = [
  {
    label: 'User',
    sections: [
      { hash: 'email', label: 'Email', icon: Mail },
      { hash: 'password', label: 'Password', icon: KeyRound },
      { hash: 'first-name', label: 'First Name', icon: UserRound },
      { hash: 'notifications', label: 'Notifications', icon: Bell },
      { hash: 'verified-photos', label: 'Verified Photos', icon: ScanFace },
    ],
  },
  {
    label: 'Privacy',
    sections: [
      { hash: 'preferences', label: 'Preferences', icon: SlidersHorizontal },
      { hash: 'people-i-know', label: 'People I know', icon: BookUser },
      { hash: 'not-interested', label: 'Not interested', icon: HeartOff },
      { hash: 'blocked-users', label: 'Blocked Users', icon: ShieldBan },
      { hash: 'reports', label: 'Reports', icon: Flag },
      { hash: 'stealth-mode', label: 'Stealth Mode', icon: EyeOff },
      { hash: 'read-receipts', label: 'Read Receipts', icon: CheckCheck },
    ],
  },
  { label: 'Account', sections: [{ hash: 'account-status', label: 'Account Status', icon: BadgeCheck }] },
] as const satisfies readonly { label: string; sections: readonly SettingsSection[] }[]

export type SectionHash = (typeof groups)[number]['sections'][number]['hash']

const hashes: readonly SectionHash[] = groups.flatMap(({ sections }) => sections.map(({ hash }) => hash))

/** The section of a hash; undefined without one, as at /settings. */
export const sectionOf = (hash: string): SectionHash | undefined =>
  hashes.find((candidate) => `#${candidate}` === hash)

type SettingsMenuProps = {
  shown: SectionHash
  /** On a phone the menu is a separate page until a section is chosen. */
  chosen: boolean
}

export function SettingsMenu({ shown, chosen }: SettingsMenuProps) {
  return (
    <div className={cx('grid content-start gap-6', chosen && 'max-md:hidden')}>
      <nav aria-label="Settings" className="grid gap-6">
        {groups.map(({ label, sections }) => (
          <MenuGroup key={label} label={label} sections={sections} shown={shown} chosen={chosen} />
        ))}
      </nav>
      <div className="px-4 md:border-line md:border-t md:pt-4">
        <SmallPrint />
      </div>
    </div>
  )
}

type MenuGroupProps = SettingsMenuProps & { label: string; sections: readonly SettingsSection[] }

function MenuGroup({ label, sections, shown, chosen }: MenuGroupProps) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className="mb-1.5 px-4 font-sans font-semibold text-base text-muted tracking-normal">
        {label}
      </h2>
      <ul
        aria-labelledby={id}
        className="grid gap-1 max-md:petal-md max-md:bg-surface max-md:p-1.5 max-md:inset-ring max-md:inset-ring-line"
      >
        {sections.map(({ hash, label: name, icon: Icon }) => (
          <li key={hash}>
            <Link
              to={`/settings#${hash}`}
              aria-current={hash === shown ? 'true' : undefined}
              className={cx(
                'petal-sm flex min-h-12 items-center gap-3 px-4 font-semibold transition hover:bg-sunken',
                // On a phone without a chosen section nothing is shown, so nothing is marked.
                'md:aria-[current=true]:bg-ink md:aria-[current=true]:text-paper',
                chosen && 'aria-[current=true]:bg-ink aria-[current=true]:text-paper',
              )}
            >
              <Icon aria-hidden="true" className="size-5.5 shrink-0" />
              {name}
              <ChevronRight aria-hidden="true" className="ms-auto size-5 md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function StealthSection() {
  const premium = useIsPremium()
  return (
    <SettingsCard title="Stealth Mode" aside={<PremiumTag />}>
      {!premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can look around without being noticed.
        </PremiumNotice>
      )}
      <SettingSwitch
        name="stealth_mode"
        label="Stealth mode"
        hint="You don’t appear in the “Viewed Me” list of members whose profiles you view."
        locked={!premium}
      />
      <p className="text-muted">
        Members you view in stealth mode never find out, even after you switch it off. Your own “By Me” list
        still shows who you’ve viewed. Likes, roses and messages are visible as usual.
      </p>
    </SettingsCard>
  )
}

/** The sections that other features provide. */
type InjectedSections = {
  Account: ComponentType
  Preferences: ComponentType
  Notifications: ComponentType
  Reports: ComponentType
  Verification: ComponentType
}

const pages: Record<
  Exclude<SectionHash, 'account-status' | 'preferences' | 'notifications' | 'reports' | 'verified-photos'>,
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

/** The hash of the address selects the section. On a phone the menu comes first, and each section is a page. */
export function SettingsScreen({
  Account,
  Preferences,
  Notifications,
  Reports,
  Verification,
}: InjectedSections) {
  const { hash } = useLocation()
  const chosen = sectionOf(hash)
  const shown = chosen ?? 'email'
  const Page = {
    ...pages,
    'account-status': Account,
    preferences: Preferences,
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

/** Focuses the heading of a newly chosen section. On page load the focus stays with the h1. */
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
