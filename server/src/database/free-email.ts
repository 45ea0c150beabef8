import { sql } from 'kysely'
import { Problem } from '../domain/problem'
import type { Services } from '../ports/services'
import type { Reader } from './transaction'

type Site = Pick<Services['site'], 'adminEmails'>

/**
 * Refuses an address that somebody has, or can have back because the change of it can still be undone; that was banned
 * (also once the account is erased), or that the configuration keeps for an admin: with one answer and one query, so that
 * neither words nor time tell which it is. `memberId` may have back what was theirs.
 */
export async function assertEmailFree(db: Reader, site: Site, email: string, memberId = 0): Promise<void> {
  const { rows } = await sql<{ taken: number; still_kept: number; banned: number }>`
    select (select count(*) from account where lower(email) = lower(${email}))::int as taken,
      (select count(*) from credential_change where what = 'address' and lower(email) = lower(${email})
        and member_id <> ${memberId})::int as still_kept,
      (select count(*) from banned_email where ${isHashOf(email)})::int as banned`.execute(db)
  const isTaken = rows.some(({ taken, still_kept, banned }) => taken + still_kept + banned > 0)
  if (isTaken || site.adminEmails.includes(email.toLowerCase())) throw new Problem('email.taken')
}

/** Whether the address was banned with an account that is erased by now. */
export async function isBannedEmail(db: Reader, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from banned_email where ${isHashOf(email)}`.execute(db)
  return rows.length > 0
}

/** Bans from before address_hash were kept under banned_email_hash, and cannot be turned into the other. */
const isHashOf = (email: string) => sql`email_hash in (address_hash(${email}), banned_email_hash(${email}))`
