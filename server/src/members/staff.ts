import { memberStatus, type Role } from '@rosella/contract/member/status'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import { addressSpellings } from '../platform/email/address'
import { namedRole, roleOf, type Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'
import { lockMember } from './sessions'

type Site = Pick<Services['site'], 'adminEmails'>

/** `namedRole` as a condition on an account (indexes account_role, account_by_email). */
const isNamed = ({ adminEmails }: Site, account = 'a'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${account}.role`)} is not null
    or lower(${sql.ref(`${account}.email`)}) = any(${adminEmails.flatMap(addressSpellings)}::text[]))`

/** The ids of all staff, including those with an unconfirmed address. */
export const staffIds = (site: Site): RawBuilder<unknown> =>
  sql`(select s.member_id from account s where ${isNamed(site, 's')})`

const readAccount = (db: Reader, memberId: number) =>
  db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('m.id', '=', memberId)
    .select(['a.email', 'a.email_confirmed', 'a.role', 'm.status'])
    .executeTakeFirst()

/** A member's role in effect. A role only counts for an active member with a confirmed address. */
export async function readRole(db: Reader, site: Site, memberId: number) {
  const account = await readAccount(db, memberId)
  return account?.status === memberStatus.active ? roleOf(site, account) : null
}

/** Whether a member has a role, even if it is not in effect. */
export async function isStaff(db: Reader, site: Site, memberId: number): Promise<boolean> {
  const account = await readAccount(db, memberId)
  return account !== undefined && namedRole(site, account) !== null
}

/**
 * Locks the member and the staff member who decides about them, lower id first, and returns the role, which must
 * still be in effect. If two admins ban or demote each other concurrently, only one succeeds, so that one is always
 * left.
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

/** Only admins decide about staff, so that no moderator decides about a colleague or about their own admin. */
export async function assertMayJudge(
  tx: Tx,
  site: Services['site'],
  role: Role | null,
  memberId: number,
): Promise<void> {
  if (role !== 'admin' && (await isStaff(tx, site, memberId))) throw new Problem('staff.admin-only')
}

/** Whether other active, confirmed staff could decide instead of this admin. */
export async function hasOtherModerator(
  db: Reader,
  site: Services['site'],
  admin: Pick<Viewer, 'id'>,
  /** Another member who may not decide. */
  excluded = admin.id,
): Promise<boolean> {
  const other = await db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(isNamed(site))
    .where('a.email_confirmed', '=', true)
    .where('m.status', '=', memberStatus.active)
    .where('m.id', 'not in', [admin.id, excluded])
    .select('m.id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Two claims of one moderator wait for each other. Otherwise the second one would skip the rows that the first one has
 * locked, and a screen that asks again before the first answer has arrived would show an empty queue.
 */
export async function lockClaims(tx: Tx, { id }: Pick<Viewer, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('claims', ${id}))`.execute(tx)
}

/** For calls that only sometimes need it. If a call always needs it, declare `reauthenticate` in the contract. */
export function assertReauthenticated({ reauthenticated }: Pick<Viewer, 'reauthenticated'>): void {
  if (!reauthenticated) throw new Problem('access.reauthenticate')
}
