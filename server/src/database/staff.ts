import { memberStatus } from '@rosella/contract/member/status'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { namedRole, roleOf } from '../domain/viewer'
import type { Services } from '../ports/services'
import type { Reader } from './transaction'

type Site = Pick<Services['site'], 'adminEmails'>

/** As `namedRole` is, for queries over an account (index account_role, account_by_email). */
export const isNamed = ({ adminEmails }: Site, account = 'a'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${account}.role`)} is not null
    or lower(${sql.ref(`${account}.email`)}) = any(${adminEmails}::text[]))`

/** The ids of those who are named, confirmed or not. */
export const staffIds = (site: Site): RawBuilder<unknown> =>
  sql`(select s.member_id from account s where ${isNamed(site, 's')})`

const readAccount = (db: Reader, memberId: number) =>
  db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('m.id', '=', memberId)
    .select(['a.email', 'a.email_confirmed', 'a.role', 'm.status'])
    .executeTakeFirst()

/** What a member may do at this moment: a role counts for an active member with a confirmed address. */
export async function readRole(db: Reader, site: Site, memberId: number) {
  const account = await readAccount(db, memberId)
  return account?.status === memberStatus.active ? roleOf(site, account) : null
}

/** Whether a member is named for a role, also while it does not count. */
export async function isStaff(db: Reader, site: Site, memberId: number): Promise<boolean> {
  const account = await readAccount(db, memberId)
  return account !== undefined && namedRole(site, account) !== null
}
