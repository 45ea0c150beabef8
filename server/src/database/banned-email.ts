import { sql } from 'kysely'
import { Problem } from '../domain/problem'
import type { Reader } from './transaction'

/** Whoever was banned does not come back by the same address, even after the account was erased. */
export async function refuseBannedEmail(db: Reader, email: string): Promise<void> {
  const { rows } = await sql`
    select from banned_email where email_hash = banned_email_hash(${email})`.execute(db)
  if (rows.length > 0) throw new Problem('email.banned')
}
