import type { Role } from '@rosella/contract/member/status'

/** Whoever calls: the member of the session, as every rule sees them. */
export interface Viewer {
  id: number
  session_id: number
  email: string
  status: number
  gender: string | null
  interested: string | null
  /** Whom lists of strangers leave out, as the call came in; what is shown is checked again as it is read. */
  hidden: readonly number[]
  premium: boolean
  role: Role | null
  /** They have a role, and lack the passkey or two-step verification that it asks for. */
  key_missing: boolean
  /** Whether this session has shown lately who holds it. */
  reauthenticated: boolean
  /** The admin who acts as this member. Nothing they do may leave a trace on members. */
  impersonator: number | null
}

/** Premium ends by itself at its date. */
export const isPremium = (
  member: { premium: boolean; premium_until_ts: number | null },
  now: number,
): boolean => member.premium && (member.premium_until_ts === null || member.premium_until_ts > now)

interface Site {
  adminEmails: readonly string[]
}
type Named = { email: string; role: Role | null }

export const isConfiguredAdmin = (site: Site, { email }: Pick<Named, 'email'>): boolean =>
  site.adminEmails.includes(email.toLowerCase())

/** Which role somebody is named for. Who the configuration names is an admin, whatever the account says. */
export const namedRole = (site: Site, account: Named): Role | null =>
  isConfiguredAdmin(site, account) ? 'admin' : account.role

/** A role counts once the address is confirmed: until then it may be anybody's account. */
export const roleOf = (site: Site, account: Named & { email_confirmed: boolean }): Role | null =>
  account.email_confirmed ? namedRole(site, account) : null
