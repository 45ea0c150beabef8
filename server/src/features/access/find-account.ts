import { sql } from 'kysely'
import { statusColumns } from '../../members/status'
import type { Reader } from '../../platform/database/transaction'

export type AccountFound = NonNullable<Awaited<ReturnType<typeof findAccount>>>

const accounts = (db: Reader) =>
  db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .select(['m.id', 'm.status', 'm.profile_completed_ts'])
    .select(['a.email', 'a.email_confirmed', 'a.password_hash', 'a.device_epoch'])
    .select(statusColumns)

export const findAccount = (db: Reader, email: string) =>
  accounts(db).where(sql`lower(a.email)`, '=', sql`lower(${email})`).executeTakeFirst()

export const findAccountOf = (db: Reader, memberId: number) =>
  accounts(db).where('m.id', '=', memberId).executeTakeFirst()
