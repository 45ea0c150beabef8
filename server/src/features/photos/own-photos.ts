import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { photoName } from '@rosella/contract/photos/sizes'
import { sql } from 'kysely'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { photoIsPublic, removePhotoFiles } from './photo-files'
import { lockPhotosOf, type PhotoSummary, recountPhotos } from './recount-photos'

interface LockedPhoto {
  name: string
  approved: boolean | null
  before: PhotoSummary
}

/** Finds a photo of this member and locks their row, so that nobody decides about it meanwhile. */
async function lockOwnPhoto(tx: Tx, memberId: number, file: string): Promise<LockedPhoto> {
  const before = await lockPhotosOf(tx, memberId)
  const photo = await tx
    .selectFrom('photo')
    .where('name', '=', photoName(file))
    .where('member_id', '=', memberId)
    .select(['name', 'approved'])
    .executeTakeFirst()
  if (!before || !photo) throw new Problem('photo.unknown')
  return { ...photo, before }
}

/** Requires an approved photo of the member's own. */
export async function changeMainPhoto(
  deps: Services,
  viewer: Viewer,
  input: { photo: string },
): Promise<object> {
  return withTransaction(deps, async (tx, emit) => {
    const { name, approved, before } = await lockOwnPhoto(tx, viewer.id, input.photo)
    if (!approved) throw new Problem('photo.not-approved')
    if (before.photo === name) return {}
    await tx.updateTable('member').set({ photo: name }).where('id', '=', viewer.id).execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}

/** Deletes the row first and then the files, so that nobody is left with a photo without files. */
export async function deletePhoto(deps: Services, viewer: Viewer, input: { photo: string }): Promise<object> {
  const gone = await withTransaction(deps, async (tx, emit) => {
    const { name, approved, before } = await lockOwnPhoto(tx, viewer.id, input.photo)
    await tx.deleteFrom('photo').where('name', '=', name).execute()
    await recountPhotos(tx, emit, viewer.id, before)
    if (approved === null) emit({ kind: 'queue.changed' })
    return name
  })
  await removePhotoFiles(deps, [gone])
  return {}
}

/** The member's own photos in any state, in their order (index photo_member). */
export async function listPhotos(deps: Services, viewer: Viewer): Promise<OwnPhoto[]> {
  const rows = await deps.db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .leftJoin('member as by', 'by.id', 'p.moderator_id')
    .where('p.member_id', '=', viewer.id)
    .orderBy((eb) => eb.fn.coalesce('p.place', 'p.seq'))
    .select(['p.name', 'p.approved', 'p.approved_ts', 'p.reject_reason', 'p.created_ts'])
    .select(['m.photo as main', 'by.username', photoIsPublic().as('isPublic')])
    .execute()
  return rows.map(({ name, main, approved, isPublic, username, approved_ts, reject_reason, created_ts }) => ({
    filename: name,
    approved,
    main: name === main,
    ...(approved === null ? {} : { username, approved_ts, reject_reason }),
    ...deps.photoUrls.of({ name, isPublic }),
    created_ts,
  }))
}

/**
 * Requires all of the member's photos, each once. They share the positions they had, so that later uploads
 * still follow them.
 */
export async function orderPhotos(
  deps: Services,
  viewer: Viewer,
  input: { photos: string[] },
): Promise<object> {
  const wanted = input.photos.map(photoName)
  return withTransaction(deps, async (tx, emit) => {
    await lockPhotosOf(tx, viewer.id)
    const rows = await tx
      .selectFrom('photo')
      .where('member_id', '=', viewer.id)
      .orderBy('seq')
      .select(['name', 'seq'])
      .execute()
    const own = new Set(rows.map(({ name }) => name))
    if (wanted.some((name) => !own.has(name))) throw new Problem('photo.unknown')
    if (wanted.length !== own.size || new Set(wanted).size !== own.size) throw new Problem('photo.order')
    await sql`
      update photo p set place = o.place
      from unnest(${wanted}::text[], ${rows.map(({ seq }) => seq)}::bigint[]) o (name, place)
      where p.name = o.name`.execute(tx)
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
