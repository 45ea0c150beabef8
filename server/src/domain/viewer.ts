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
  admin: boolean
  /** Whether this session has shown lately who holds it. */
  proved: boolean
  /** The admin who acts as this member. Nothing they do may leave a trace on members. */
  impersonator: number | null
}

/** Premium ends by itself at its date. */
export const isPremium = (
  member: { premium: boolean; premium_until_ts: number | null },
  now: number,
): boolean => member.premium && (member.premium_until_ts === null || member.premium_until_ts > now)

/** The configuration names the admins; each counts once their address is confirmed. */
export const isAdmin = (
  site: { adminEmails: readonly string[] },
  account: { email: string; email_confirmed: boolean },
): boolean => account.email_confirmed && site.adminEmails.includes(account.email.toLowerCase())
