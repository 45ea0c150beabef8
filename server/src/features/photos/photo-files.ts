import { hidingStatuses } from '@rosella/contract/member/status'
import { type RawBuilder, sql } from 'kysely'
import { hasStatus } from '../../members/visible-members'
import { arePhotosLocked } from '../../platform/database/photo-lock'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import type { Db } from '../../platform/ports/database'
import type { PhotoFile, PhotoSize, PhotoStore } from '../../platform/ports/photo-store'
import type { Log, Services } from '../../platform/services'

/**
 * Whether anyone may fetch a photo by its name: it is approved, and its owner is neither away nor shut out. Over a row of
 * photo and one of member; wherever the files belong is decided by this alone.
 */
export const photoIsPublic = (photo = 'p', member = 'm'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${photo}.approved`)} is true and not ${hasStatus(`${member}.status`, ...hidingStatuses)})`

/**
 * Moves the files of a photo to where they belong, by its row and its owner's, and tells where that is; undefined when
 * there is no such row. The row stays locked meanwhile, so that no decision or deletion overtakes the move.
 */
export async function syncPhotoVisibility(
  deps: { db: Db; photos: PhotoStore },
  name: string,
): Promise<'public' | 'private' | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('photo').where('name', '=', name).forNoKeyUpdate().select('name').execute()
    // A statement of its own: whoever waited for the row sees what was committed meanwhile, also about its owner.
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
 * Destroys the files of camera pictures, also while photos are held: no backup takes them. Whoever decides calls it in
 * the deciding transaction, so that there is no decision while they are there.
 */
export async function destroyFrames(photos: PhotoStore, names: readonly string[]): Promise<void> {
  for (const name of names) await photos.remove(name)
}

/**
 * Removes the files of photos whose rows are gone; what cannot go now waits for the sweep. The hold is asked after
 * the rows are gone and never before: whichever snapshot still has the rows was taken after its hold.
 */
export async function removePhotoFiles(
  deps: { db: Db; photos: PhotoStore; log: Log },
  names: readonly string[],
): Promise<void> {
  const wait = (err: unknown) => deps.log.warn({ err }, 'files of a deleted photo wait for the sweep')
  // Whoever cannot be told must take it that they are held.
  const held = await arePhotosLocked(deps.db).catch((err) => {
    wait(err)
    return true
  })
  if (held) return
  for (const name of names) await deps.photos.remove(name).catch(wait)
}

/**
 * After a change of status: each approved photo where it belongs by now, however often this is done. One that cannot be
 * moved keeps no other, and is tried again; in the end the sweep finds it.
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
 * The file a caller may have: a public photo by its name alone, any other with a good signature, and so what only
 * moderators look at. The rows decide (primary keys), not where the files lie, so that a rejected or deleted photo is gone at
 * once, and so are all of a member who is banned.
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

/** A copy that a report holds, or a picture of the camera: only moderators are ever given a signature for one. */
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

/** A public photo whose files are still private is one that a crash left so: asking for it heals it. */
async function readPublished(deps: Services, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  const file = await deps.photos.read('public', name, size)
  if (file) return file
  const area = await syncPhotoVisibility(deps, name).catch((err) => {
    deps.log.warn({ err }, 'an approved photo has no files')
    return undefined
  })
  return area === 'public' ? deps.photos.read('public', name, size) : undefined
}
