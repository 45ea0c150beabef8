import type { Role } from '@rosella/contract/member/status'
import { plainAddress } from '../email/address'

/** The calling member, as every rule sees them. */
export interface Viewer {
  id: number
  session_id: number
  email: string
  status: number
  gender: string | null
  interested: string | null
  premium: boolean
  role: Role | null
  /** They have a role but lack the passkey or two-step verification that it requires. */
  key_missing: boolean
  /** Whether this session has been re-authenticated recently. */
  reauthenticated: boolean
  /** The admin who impersonates this member. Their actions must leave no trace on other members. */
  impersonator: number | null
}

/** Premium expires at its end date. */
export const isPremium = (
  member: { premium: boolean; premium_until_ts: number | null },
  now: number,
): boolean => member.premium && (member.premium_until_ts === null || member.premium_until_ts > now)

interface Site {
  adminEmails: readonly string[]
}
type Named = { email: string; role: Role | null }

export const isConfiguredAdmin = (site: Site, { email }: Pick<Named, 'email'>): boolean =>
  site.adminEmails.includes(plainAddress(email))

/** The role that an account is assigned. A configured address is an admin, whatever the account says. */
export const namedRole = (site: Site, account: Named): Role | null =>
  isConfiguredAdmin(site, account) ? 'admin' : account.role

/** A role counts only once the address is confirmed, because until then anybody could have entered it. */
export const roleOf = (site: Site, account: Named & { email_confirmed: boolean }): Role | null =>
  account.email_confirmed ? namedRole(site, account) : null
