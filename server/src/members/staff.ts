import { memberStatus, type Role } from '@rosella/contract/member/status'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import { namedRole, roleOf, type Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'
import { lockMember } from './sessions'

type Site = Pick<Services['site'], 'adminEmails'>

/** As `namedRole` is, for queries over an account (index account_role, account_by_email). */
const isNamed = ({ adminEmails }: Site, account = 'a'): RawBuilder<SqlBool> =>
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

/**
 * Holds the member and the one who decides about them, lower id first. That one must still have the role: of two
 * admins who ban or demote each other in the same moment one succeeds, so one is always left. Answers the role.
 */
export async function lockMemberAndStaff(
  tx: Tx,
  site: Services['site'],
  admin: Pick<Viewer, 'id'>,
  memberId: number,
): Promise<Role> {
  if (memberId <= admin.id) await lockMember(tx, memberId)
  await tx.selectFrom('member').where('id', '=', admin.id).forShare().select('id').execute()
  if (memberId > admin.id) await lockMember(tx, memberId)
  const role = await readRole(tx, site, admin.id)
  if (role === null) throw new Problem('admin.lost')
  await assertMayJudge(tx, site, role, memberId)
  return role
}

/** Admins and moderators are judged by admins: a moderator would judge a colleague, or the one who named them. */
export async function assertMayJudge(
  tx: Tx,
  site: Services['site'],
  role: Role | null,
  memberId: number,
): Promise<void> {
  if (role !== 'admin' && (await isStaff(tx, site, memberId))) throw new Problem('staff.admin-only')
}

/** Whether somebody else could decide in this one's place: an admin or a moderator, confirmed and active. */
export async function hasOtherModerator(
  db: Reader,
  site: Services['site'],
  admin: Pick<Viewer, 'id'>,
  /** Somebody besides who could not either. */
  besides = admin.id,
): Promise<boolean> {
  const other = await db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(isNamed(site))
    .where('a.email_confirmed', '=', true)
    .where('m.status', '=', memberStatus.active)
    .where('m.id', 'not in', [admin.id, besides])
    .select('m.id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** For what a call does only sometimes; where it always does, the contract says so (`reauthenticate`). */
export function assertReauthenticated({ reauthenticated }: Pick<Viewer, 'reauthenticated'>): void {
  if (!reauthenticated) throw new Problem('access.reauthenticate')
}
