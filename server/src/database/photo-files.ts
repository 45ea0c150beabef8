import type { Db } from '../ports/database'
import type { PhotoStore } from '../ports/photo-store'

/**
 * Moves the files of a photo to where its row says they belong, and tells where that is; undefined when
 * there is no such row. The row stays locked meanwhile, so that no decision or deletion overtakes the move.
 */
export async function settlePhotoFiles(
  deps: { db: Db; photos: PhotoStore },
  name: string,
): Promise<'public' | 'private' | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    const photo = await tx
      .selectFrom('photo')
      .where('name', '=', name)
      .forNoKeyUpdate()
      .select('approved')
      .executeTakeFirst()
    if (!photo) return undefined
    await (photo.approved ? deps.photos.publish(name) : deps.photos.hide(name))
    return photo.approved ? 'public' : 'private'
  })
}
