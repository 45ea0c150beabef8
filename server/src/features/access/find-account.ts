import { sql } from 'kysely'
import type { Reader } from '../../database/transaction'

/** The id of no member: work done for it finds nothing, and takes as long. */
export const NOBODY = 0

export type AccountFound = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export function findAccount(db: Reader, email: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .select(['m.id', 'm.status', 'm.profile_completed_ts'])
    .select(['a.email', 'a.email_confirmed', 'a.password_hash', 'a.status_reason', 'a.status_until_ts'])
    .executeTakeFirst()
}
