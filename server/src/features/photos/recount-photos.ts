import { sql } from 'kysely'
import { readRole } from '../../members/staff'
import type { Emit, Tx } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

/** What a member's row tells about their photos. */
export interface PhotoSummary {
  photo: string | null
  photos: number
  approved_photos: number
}

/**
 * Whatever changes photos holds the member's row first, so that nothing slips between the change and the
 * count. Weaker than `for update`: whoever only names this member in a foreign key need not wait.
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
 * Counts the photos anew (index photo_member) and sees to the main one: it stays while it is approved, and
 * otherwise the first approved photo takes its place. Says so when others would see a difference.
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
 * Holds a member whose photos are judged and the admin who judges, lower id first: otherwise two who judge each other
 * would wait for each other.
 */
export async function lockOwner(tx: Tx, site: Services['site'], admin: Pick<Viewer, 'id'>, memberId: number) {
  if (admin.id < memberId) await lockStaff(tx, site, admin)
  const summary = await lockPhotosOf(tx, memberId)
  if (admin.id > memberId) await lockStaff(tx, site, admin)
  return summary
}

/** Weak enough that the admin's own profile need not wait for a bucket. Who has lost their power meanwhile is out. */
async function lockStaff(tx: Tx, site: Services['site'], { id }: Pick<Viewer, 'id'>): Promise<void> {
  await tx.selectFrom('member').where('id', '=', id).forKeyShare().select('id').execute()
  if ((await readRole(tx, site, id)) === null) throw new Problem('admin.lost')
}
