import { sql } from 'kysely'
import type { Reader } from '../../database/transaction'
import { hashSecret } from '../../domain/secret'

/** The live session that a call shows though it needs none. An admin who acts as the member is not the member. */
export function findShownSession(db: Reader, { email, token }: { email: string; token: string }, now: number) {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.member_id', 's.member_id')
    .where('s.token_hash', '=', hashSecret(token))
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .where('s.admin_id', 'is', null)
    .where('s.expires_ts', '>', now)
    .select(['s.id', 's.member_id'])
    .executeTakeFirst()
}
