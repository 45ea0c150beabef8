import { sql } from 'kysely'
import { hasStatus } from '../../database/has-status'
import type { Reader } from '../../database/transaction'
import { hashSecret } from '../../domain/secret'

/** The live session that a call shows though it needs none. With an `admin_id` it is not the member who shows it. */
export function findShownSession(
  db: Reader,
  { email, token }: { email: string; token: string },
  now: number,
) {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.member_id', 's.member_id')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .where('s.token_hash', '=', hashSecret(token))
    .where(hasStatus('m.status', 'unfinished', 'active'))
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .where('s.expires_ts', '>', now)
    .select(['s.id', 's.member_id', 's.admin_id'])
    .executeTakeFirst()
}
