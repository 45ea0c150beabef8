import { hidingStatuses } from '@rosella/contract/member/status'
import { type RawBuilder, sql } from 'kysely'
import { hasStatus } from '../../members/visible-members'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import type { Db } from '../../platform/ports/database'
import type { PhotoFile, PhotoSize, PhotoStore } from '../../platform/ports/photo-store'
import type { Log, Services } from '../../platform/services'

/**
 * Whether anyone may fetch a photo by its name: it is approved, and its owner is active. An expression over a
 * row of photo and one of member; it alone decides in which area the files belong.
 */
export const photoIsPublic = (photo = 'p', member = 'm'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${photo}.approved`)} is true and not ${hasStatus(`${member}.status`, ...hidingStatuses)})`

/**
 * Moves the files of a photo to the area given by its row and its owner's. Returns that area, or undefined if
 * there is no row. The row stays locked meanwhile, so that no decision or deletion overtakes the move.
 */
export async function syncPhotoVisibility(
  deps: { db: Db; photos: PhotoStore },
  name: string,
): Promise<'public' | 'private' | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('photo').where('name', '=', name).forNoKeyUpdate().select('name').execute()
    // A separate statement, so that after waiting for the row it sees what was committed meanwhile, also
    // about the owner.
    const photo = await tx
      .selectFrom('photo as p')
      .innerJoin('member as m', 'm.id', 'p.member_id')
      .where('p.name', '=', name)
      .select(photoIsPublic().as('isPublic'))
      .executeTakeFirst()
    if (!photo) return undefined
    await (photo.isPublic ? deps.photos.publish(name) : deps.photos.hide(name))
    return photo.isPublic ? 'public' : 'private'
  })
}

/**
 * Deletes the files of selfies, even during a backup, because backups exclude them. Call it in the
 * deciding transaction, so that no decision exists while the files do.
 */
export async function deleteSelfies(photos: PhotoStore, names: readonly string[]): Promise<void> {
  for (const name of names) await photos.remove(name)
}

/**
 * Deletes the files of photos whose rows are deleted; the cleanup job retries failures. The backup lock must
 * be checked after the rows are deleted, because a snapshot that still has the rows was taken after its lock.
 */
export async function removePhotoFiles(
  deps: { db: Db; photos: PhotoStore; log: Log },
  names: readonly string[],
): Promise<void> {
  const wait = (err: unknown) =>
    deps.log.warn({ err }, 'deleting photo files failed; the cleanup job will retry')
  // If the lock can't be read, assume that it is set.
  const isLocked = await arePhotosLocked(deps.db).catch((err) => {
    wait(err)
    return true
  })
  if (isLocked) return
  for (const name of names) await deps.photos.remove(name).catch(wait)
}

/**
 * After a change of status, moves each approved photo to the area where it belongs. Idempotent. A photo that
 * can't be moved doesn't affect the others and is retried; finally the cleanup job finds it.
 */
export const syncPhotosOf =
  (deps: Services) =>
  async ({ member_id }: JobPayloads['photo-visibility']): Promise<void> => {
    const photos = await deps.db
      .selectFrom('photo')
      .where('member_id', '=', member_id)
      .where('approved', '=', true)
      .orderBy('seq')
      .select('name')
      .execute()
    const failures: unknown[] = []
    for (const { name } of photos) {
      await syncPhotoVisibility(deps, name).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

interface MediaFile {
  public: boolean
  open(): Promise<PhotoFile | undefined>
}

/**
 * Returns a file if the caller may have it: a public photo by its name, any other photo and moderators' files
 * with a valid signature. The rows decide (primary keys), not the area of the files, so that a rejected or
 * deleted photo, or all photos of a banned member, are unavailable immediately.
 */
export const findMedia =
  (deps: Services) =>
  async (
    size: PhotoSize,
    name: string,
    query: { exp?: string; sig?: string },
  ): Promise<MediaFile | undefined> => {
    const signed = deps.photoUrls.isSigned(`/${size}/${name}.jpg`, query)
    const photo = await deps.db
      .selectFrom('photo as p')
      .innerJoin('member as m', 'm.id', 'p.member_id')
      .where('p.name', '=', name)
      .select(photoIsPublic().as('isPublic'))
      .executeTakeFirst()
    if (photo?.isPublic) return { public: true, open: () => readPublished(deps, size, name) }
    if (!signed || !(photo || (await isForModerators(deps, name)))) return undefined
    return { public: false, open: () => readPrivate(deps, size, name) }
  }

/** A copy retained for a report, or a selfie; only moderators get signed URLs for these. */
async function isForModerators({ db }: Services, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_photo')
    .where('name', '=', name)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', '=', name).select('name'))
    .executeTakeFirst()
  return found !== undefined
}

async function readPrivate(
  { photos }: Services,
  size: PhotoSize,
  name: string,
): Promise<PhotoFile | undefined> {
  return (await photos.read('private', name, size)) ?? (await photos.read('public', name, size))
}

/** If a public photo's files are still private because of a crash, this request publishes them. */
async function readPublished(deps: Services, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  const file = await deps.photos.read('public', name, size)
  if (file) return file
  const area = await syncPhotoVisibility(deps, name).catch((err) => {
    deps.log.warn({ err }, 'approved photo has no files')
    return undefined
  })
  return area === 'public' ? deps.photos.read('public', name, size) : undefined
}
