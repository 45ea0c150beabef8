import { arePhotosHeld } from '../database/photo-hold'
import { photoIsPublic } from '../database/photo-is-public'
import type { Db } from '../ports/database'
import type { PhotoStore } from '../ports/photo-store'
import type { Log } from '../ports/services'

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
  const held = await arePhotosHeld(deps.db).catch((err) => {
    wait(err)
    return true
  })
  if (held) return
  for (const name of names) await deps.photos.remove(name).catch(wait)
}
