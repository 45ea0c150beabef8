import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { adminPhotos, claimPhotos as call } from '@rosella/contract/photos/moderation'
import { photoName } from '@rosella/contract/photos/sizes'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { hasOtherModerator, lockClaims } from '../../../members/staff'
import type { Tables } from '../../../platform/database/tables'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import { type AdminPhotoRow, adminPhotoQuery, presentAdminPhoto } from './present-photo'
import { type Deps, findSeen, recordSeen } from './seen-before'

/** The default number of photos that a moderator claims. */
const COUNT = 5

/** Claims the next photos for this moderator; a claim expires automatically. */
export async function claimPhotos(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  { count = COUNT, skip = [], keep = [] }: Pick<InputOf<typeof call>, 'count' | 'skip' | 'keep'>,
): Promise<{ items: ClaimedPhoto[] }> {
  const until = deps.clock.now() + CLAIM_SECONDS
  const names = await claim(deps, admin, count, skip.map(photoName), keep.map(photoName))
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
  const found = await findSeen(deps, photos)
  await recordSeen(deps, found)
  const items = photos.map((photo) => ({
    photo: present(photo),
    claimed_until_ts: until,
    others: others
      .filter(({ name, member_id }) => member_id === photo.member_id && name !== photo.name)
      .map(present),
    ...(found.get(photo.name) ?? { similar: [], seen: [] }),
  }))
  return { items }
}

/**
 * The oldest unclaimed photos (index photo_awaiting). Rows locked by a concurrent claim are skipped, so that
 * two moderators get different photos. Excludes the moderator's own photos if there is a colleague. Releases
 * skipped photos first, and extends the claims on those that are kept.
 */
async function claim(
  deps: Services,
  admin: Pick<Viewer, 'id'>,
  count: number,
  skip: string[],
  keep: string[],
): Promise<string[]> {
  const { db, clock, site } = deps
  const now = clock.now()
  const adminId = admin.id
  const notOf = (await hasOtherModerator(db, site, admin)) ? adminId : null
  return db.transaction().execute(async (tx) => {
    await lockClaims(tx, admin)
    await sql`update photo set claimed_by = null, claimed_until_ts = null
      where name = any(${skip}::text[]) and claimed_by = ${adminId}`.execute(tx)
    await sql`update photo set claimed_until_ts = ${now + CLAIM_SECONDS}
      where name = any(${keep}::text[]) and claimed_by = ${adminId}`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      with next as materialized (
        select name from photo
        where approved is null and name <> all(${[...skip, ...keep]}::text[])
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
