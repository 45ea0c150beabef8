import { sql } from 'kysely'
import type { Reader } from '../../database/transaction'
import { type AdminPhotoRow, adminPhotoQuery } from './present-photo'

/** Of 64 bits; photos cropped, shrunk or recompressed stay within it. */
const FAR = 7
const AT_MOST = 12

/**
 * Photos of other members that look alike: a borrowed picture is the first sign of a scam. Hashes that differ in
 * at most 7 bits differ in at most one bit of some quarter, so 17 values for each quarter are looked up (indexes
 * photo_dhash_1 to _4) and only what they bring is compared.
 */
export async function findSimilar(
  db: Reader,
  photo: { name: string; member_id: number; dhash: string },
): Promise<(AdminPhotoRow & { distance: number })[]> {
  const { distance, isNear } = nearTo(photo.dhash)
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
    where ${nearTo(photo.dhash).isNear} and e.banned_ts is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Over rows `p` that have a hash. */
export function nearTo(dhash: string) {
  const distance = sql<number>`bit_count(('x' || p.dhash)::bit(64) # ('x' || ${dhash})::bit(64))::int`
  const quarter = (at: number) =>
    sql`substr(p.dhash, ${sql.lit(at + 1)}, 4) = any(${nearly(dhash.slice(at, at + 4))}::text[])`
  const isNear = sql`(${quarter(0)} or ${quarter(4)} or ${quarter(8)} or ${quarter(12)}) and ${distance} <= ${FAR}`
  return { distance, isNear }
}

/** A quarter of a hash, four hexadecimal digits, and all that differ from it in one bit. */
function nearly(quarter: string): string[] {
  const value = Number.parseInt(quarter, 16)
  const all = [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))]
  return all.map((each) => each.toString(16).padStart(4, '0'))
}
