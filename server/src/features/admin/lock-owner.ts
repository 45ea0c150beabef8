import { lockPhotosOf } from '../../database/recount-photos'
import { readRole } from '../../database/staff'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Site = Services['site']

/**
 * Holds a member whose photos are judged and the admin who judges, lower id first: otherwise two who judge each other
 * would wait for each other.
 */
export async function lockOwner(tx: Tx, site: Site, admin: Pick<Viewer, 'id'>, memberId: number) {
  if (admin.id < memberId) await holdAdmin(tx, site, admin)
  const summary = await lockPhotosOf(tx, memberId)
  if (admin.id > memberId) await holdAdmin(tx, site, admin)
  return summary
}

/** Weak enough that the admin's own profile need not wait for a bucket. Who has lost their power meanwhile is out. */
async function holdAdmin(tx: Tx, site: Site, { id }: Pick<Viewer, 'id'>): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  if ((await readRole(tx, site, id)) === null) throw new Problem('admin.lost')
}
