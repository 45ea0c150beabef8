import type { Role } from '@rosella/contract/member/role'
import { lockMember } from '../../database/lock-member'
import { isStaff, readRole } from '../../database/staff'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Site = Services['site']

/**
 * Holds the member and the one who decides about them, lower id first. That one must still have the role: of two
 * admins who ban or demote each other in the same moment one succeeds, so one is always left. Answers the role.
 */
export async function lockMemberAndAdmin(
  tx: Tx,
  site: Site,
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
export async function assertMayJudge(tx: Tx, site: Site, role: Role | null, memberId: number): Promise<void> {
  if (role !== 'admin' && (await isStaff(tx, site, memberId))) throw new Problem('staff.admin-only')
}
