import {
  BadgeCheck,
  Bell,
  BookUser,
  CheckCheck,
  EyeOff,
  Flag,
  HeartOff,
  KeyRound,
  type LucideIcon,
  Mail,
  ScanFace,
  ShieldBan,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'

export interface SettingsSection {
  hash: string
  label: string
  icon: LucideIcon
}

/** The side menu, in its groups. The hash of the address selects the section. */
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
      { hash: 'limits', label: 'My limits', icon: SlidersHorizontal },
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

/** The section an address names; undefined when it names none, as /settings alone does. */
export const sectionOf = (hash: string): SectionHash | undefined =>
  hashes.find((candidate) => `#${candidate}` === hash)
