import type { claimPhotos as call } from '@rosella/contract/admin/endpoints'
import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { photoName } from '@rosella/contract/photos/rules'
import { sql } from 'kysely'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { findSimilar, isLikeBanned } from './find-similar'
import { hasOtherModerator } from './other-moderator'
import { type AdminPhotoRow, adminPhotoQuery, presentAdminPhoto } from './present-photo'

type Deps = Pick<Services, 'db' | 'clock' | 'photoUrls' | 'site'>

/** As many as a moderator looks at before asking again. */
const COUNT = 5

/** The next photos for this moderator and nobody else; a claim lapses by itself when they go home. */
export async function claimPhotos(
  deps: Deps,
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
  // Signed in any case: what is decided otherwise meanwhile can still be looked at.
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
 * The oldest that nobody holds (index photo_awaiting). Rows that another is claiming in this moment are passed
 * over, so two who ask at once get different ones; one's own are a colleague's. Skipped ones are let go first.
 */
async function claim(
  deps: Deps,
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
