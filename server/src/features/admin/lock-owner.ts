import { memberStatus } from '@rosella/contract/member/status'
import { lockPhotosOf } from '../../database/recount-photos'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'

/**
 * Holds a member whose photos are judged and the admin who judges, lower id first: otherwise two who judge each other
 * would wait for each other.
 */
export async function lockOwner(tx: Tx, admin: Pick<Viewer, 'id'>, memberId: number) {
  if (admin.id < memberId) await holdAdmin(tx, admin)
  const summary = await lockPhotosOf(tx, memberId)
  if (admin.id > memberId) await holdAdmin(tx, admin)
  return summary
}

/** Weak enough that the admin's own profile need not wait for a bucket. Who has lost their power meanwhile is out. */
async function holdAdmin(tx: Tx, { id }: Pick<Viewer, 'id'>): Promise<void> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', id)
    .forKeyShare()
    .select('status')
    .executeTakeFirst()
  if (row?.status !== memberStatus.active) throw new Problem('admin.lost')
}
