import { sql } from 'kysely'
import { readRole } from '../../members/staff'
import type { Emit, Tx } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

/** The photo columns of a member's row. */
export interface PhotoSummary {
  photo: string | null
  photos: number
  approved_photos: number
}

/**
 * Everything that changes photos locks the member's row first, so that nothing happens between the change and
 * the count. Weaker than `for update`, so that inserts with a foreign key to this member don't wait.
 */
export async function lockPhotosOf(
  tx: Tx,
  memberId: number,
): Promise<(PhotoSummary & { status: number }) | undefined> {
  return tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .select(['photo', 'photos', 'approved_photos', 'status'])
    .executeTakeFirst()
}

/**
 * Counts the photos again (index photo_member) and updates the main one: it stays while it is approved;
 * otherwise the first approved photo replaces it. Publishes an event if others would see a difference.
 */
export async function recountPhotos(
  tx: Tx,
  emit: Emit,
  memberId: number,
  before: PhotoSummary,
): Promise<void> {
  const { rows } = await sql<PhotoSummary>`
    update member m set photos = c.photos, approved_photos = c.approved, photo = c.main
    from (
      select
        count(*) filter (where approved is distinct from false)::int as photos,
        count(*) filter (where approved)::int as approved,
        coalesce(
          max(name) filter (where approved and name = ${before.photo}::text),
          (array_agg(name order by coalesce(place, seq)) filter (where approved))[1]
        ) as main
      from photo where member_id = ${memberId}
    ) c
    where m.id = ${memberId}
    returning m.photo, m.photos, m.approved_photos`.execute(tx)
  const [after] = rows
  if (after?.photo !== before.photo || after.approved_photos !== before.approved_photos) {
    emit({ kind: 'member.changed', member_id: memberId })
  }
}

/**
 * Locks the member whose photos are decided and the deciding admin, lower id first, so that two admins who
 * decide about each other don't deadlock.
 */
export async function lockOwner(tx: Tx, site: Services['site'], admin: Pick<Viewer, 'id'>, memberId: number) {
  if (admin.id < memberId) await lockStaff(tx, site, admin)
  const summary = await lockPhotosOf(tx, memberId)
  if (admin.id > memberId) await lockStaff(tx, site, admin)
  return summary
}

/**
 * Weak enough that the admin's own profile need not wait for a bucket. Fails if the admin has lost the role
 * meanwhile.
 */
async function lockStaff(tx: Tx, site: Services['site'], { id }: Pick<Viewer, 'id'>): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  if ((await readRole(tx, site, id)) === null) throw new Problem('admin.lost')
}
