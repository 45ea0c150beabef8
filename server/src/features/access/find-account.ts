import { sql } from 'kysely'
import { hasAddress } from '../../members/address-hash'
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

/** By any spelling of the address. Of two older accounts with different spellings, the one that was entered. */
export const findAccount = async (db: Reader, email: string) =>
  accounts(db)
    .where(await hasAddress(db, email))
    .orderBy(sql`lower(a.email) = lower(${email})`, 'desc')
    .orderBy('m.id')
    .executeTakeFirst()

export const findAccountOf = (db: Reader, memberId: number) =>
  accounts(db).where('m.id', '=', memberId).executeTakeFirst()
