import { sql } from 'kysely'
import { nearHash } from '../../database/near-hash'
import type { Reader } from '../../database/transaction'
import { type AdminPhotoRow, adminPhotoQuery } from './present-photo'

const AT_MOST = 12

/**
 * Photos of other members that look alike, also cropped, shrunk or recompressed: a borrowed picture is the first sign of
 * a scam (indexes photo_dhash_1 to _4).
 */
export async function findSimilar(
  db: Reader,
  photo: { name: string; member_id: number; dhash: string },
): Promise<(AdminPhotoRow & { distance: number })[]> {
  const { distance, isNear } = nearHash('p.dhash', photo.dhash)
  const { rows } = await sql<{ name: string; distance: number }>`
    select p.name, ${distance} as distance from photo p
    where ${isNear} and p.member_id <> ${photo.member_id}
    order by distance, p.name limit ${AT_MOST}`.execute(db)
  if (rows.length === 0) return []
  const far = new Map(rows.map((row) => [row.name, row.distance]))
  const alike = await adminPhotoQuery(db)
    .where('p.name', 'in', [...far.keys()])
    .execute()
  return alike
    .map((row) => ({ ...row, distance: far.get(row.name) ?? 0 }))
    .sort((a, b) => a.distance - b.distance)
}

/** Whether it looks like one of somebody who was banned and has erased the account (indexes erased_photo_dhash_1 to _4). */
export async function isLikeBanned(db: Reader, photo: { dhash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from erased_photo p join erased_member e on e.member_id = p.member_id
    where ${nearHash('p.dhash', photo.dhash).isNear} and e.banned_ts is not null limit 1`.execute(db)
  return rows.length > 0
}
