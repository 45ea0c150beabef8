import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { adminPhotos, claimPhotos as call } from '@rosella/contract/photos/moderation'
import { photoName } from '@rosella/contract/photos/sizes'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { hasOtherModerator } from '../../../members/staff'
import { similarHash } from '../../../platform/database/similar-hash'
import type { Tables } from '../../../platform/database/tables'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import { type AdminPhotoRow, adminPhotoQuery, presentAdminPhoto } from './present-photo'

const AT_MOST = 12

/**
 * Similar photos of other members, even if cropped, resized or recompressed: a borrowed picture is the first
 * sign of a scam (indexes photo_dhash_1 to _4).
 */
export async function findSimilar(
  db: Reader,
  photo: { name: string; member_id: number; dhash: string },
): Promise<(AdminPhotoRow & { distance: number })[]> {
  const { distance, isSimilar } = similarHash('p.dhash', photo.dhash)
  const { rows } = await sql<{ name: string; distance: number }>`
    select p.name, ${distance} as distance from photo p
    where ${isSimilar} and p.member_id <> ${photo.member_id}
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

/** Whether it looks like a photo of a banned member who erased their account (indexes erased_photo_dhash_1 to _4). */
async function isLikeBanned(db: Reader, photo: { dhash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from erased_photo p join erased_member e on e.member_id = p.member_id
    where ${similarHash('p.dhash', photo.dhash).isSimilar} and e.banned_ts is not null limit 1`.execute(db)
  return rows.length > 0
}

/** The default number of photos that a moderator claims. */
const COUNT = 5

/** Claims the next photos for this moderator; a claim expires automatically. */
export async function claimPhotos(
  deps: Services,
  admin: Pick<Viewer, 'id'>,
  { count = COUNT, skip = [] }: Pick<InputOf<typeof call>, 'count' | 'skip'>,
): Promise<{ items: ClaimedPhoto[] }> {
  const until = deps.clock.now() + CLAIM_SECONDS
  const names = await claim(deps, admin, count, skip.map(photoName))
  if (names.length === 0) return { items: [] }
  const photos = await adminPhotoQuery(deps.db)
    .where('p.name', 'in', names)
    .orderBy('p.created_ts')
    .orderBy('p.name')
    .execute()
  const others = await adminPhotoQuery(deps.db)
    .where(
      'p.member_id',
      'in',
      photos.map(({ member_id }) => member_id),
    )
    .orderBy('p.seq')
    .execute()
  // Always signed, so that the URL still works if the photo is decided meanwhile.
  const present = (row: AdminPhotoRow) => ({
    ...presentAdminPhoto(deps, row),
    ...deps.photoUrls.of({ name: row.name, isPublic: false }),
  })
  const items: ClaimedPhoto[] = []
  for (const photo of photos) {
    items.push({
      photo: present(photo),
      claimed_until_ts: until,
      others: others
        .filter(({ name, member_id }) => member_id === photo.member_id && name !== photo.name)
        .map(present),
      similar: (await findSimilar(deps.db, photo)).map(({ distance, ...row }) => ({
        distance,
        photo: present(row),
      })),
      like_banned: await isLikeBanned(deps.db, photo),
    })
  }
  return { items }
}

/**
 * The oldest unclaimed photos (index photo_awaiting). Rows locked by a concurrent claim are skipped, so that
 * two moderators get different photos. Excludes the moderator's own photos if there is a colleague. Releases
 * skipped photos first.
 */
async function claim(
  deps: Services,
  admin: Pick<Viewer, 'id'>,
  count: number,
  skip: string[],
): Promise<string[]> {
  const { db, clock, site } = deps
  const now = clock.now()
  const adminId = admin.id
  const notOf = (await hasOtherModerator(db, site, admin)) ? adminId : null
  return db.transaction().execute(async (tx) => {
    await sql`update photo set claimed_by = null, claimed_until_ts = null
      where name = any(${skip}::text[]) and claimed_by = ${adminId}`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      with next as materialized (
        select name from photo
        where approved is null and name <> all(${skip}::text[])
          and (claimed_by is null or claimed_by = ${adminId} or claimed_until_ts <= ${now})
          and member_id is distinct from ${notOf}
        order by created_ts, name limit ${count} for no key update skip locked)
      update photo p set claimed_by = ${adminId}, claimed_until_ts = ${now + CLAIM_SECONDS}
      from next where p.name = next.name returning p.name`.execute(tx)
    return rows.map(({ name }) => name)
  })
}

type State = NonNullable<InputOf<typeof adminPhotos>['state']>

const PAGE_SIZE = 24
/** Moderators page through recent photos only; older ones are on their member's page. */
const REACH = 10_000

/** The queue, oldest first (index photo_awaiting), or decided photos, newest first (photo_decided). */
export async function listAdminPhotos(
  deps: Services,
  input: InputOf<typeof adminPhotos>,
): Promise<ReplyOf<typeof adminPhotos>> {
  const state = input.state ?? 'awaiting'
  const total = await countUpTo(deps, state)
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const page = Math.min(input.p ?? 1, pages)
  const rows = await inOrder(adminPhotoQuery(deps.db).where(isIn(state)), state)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute()
  return { items: rows.map((row) => presentAdminPhoto(deps, row)), pages }
}

/** In the list's own order, so that the count uses the list's index and stops early. */
async function countUpTo({ db }: Services, state: State): Promise<number> {
  const some = inOrder(db.selectFrom('photo as p').where(isIn(state)).select('p.approved'), state)
  const { total } = await db
    .selectFrom(some.limit(REACH).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Photos = Tables & { p: Tables['photo'] }

const isIn = (state: State) => (eb: ExpressionBuilder<Photos, 'p'>) =>
  state === 'awaiting' ? eb('p.approved', 'is', null) : eb('p.approved', '=', state === 'approved')

const inOrder = <Q extends SelectQueryBuilder<Photos, 'p', object>>(query: Q, state: State): Q =>
  (state === 'awaiting'
    ? query.orderBy('p.created_ts').orderBy('p.name')
    : query.orderBy('p.approved_ts', 'desc').orderBy('p.name', 'desc')) as Q
