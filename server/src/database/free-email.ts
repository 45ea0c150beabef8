import { sql } from 'kysely'
import { Problem } from '../domain/problem'
import type { Services } from '../ports/services'
import type { Reader } from './transaction'

type Site = Pick<Services['site'], 'adminEmails'>

/**
 * Refuses an address that somebody has, that was banned (also once the account is erased), or that the configuration
 * keeps for an admin: with one answer and one query, so that neither words nor time tell which it is.
 */
export async function assertEmailFree(db: Reader, site: Site, email: string): Promise<void> {
  const { rows } = await sql<{ taken: number; banned: number }>`
    select (select count(*) from account where lower(email) = lower(${email}))::int as taken,
      (select count(*) from banned_email where ${isHashOf(email)})::int as banned`.execute(db)
  const isTaken = rows.some(({ taken, banned }) => taken + banned > 0)
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
