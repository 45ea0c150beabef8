import { photoName } from '@rosella/contract/photos/rules'
import { commit } from '../../database/handle'
import { lockPhotosOf, sumUpPhotos } from '../../database/photo-summary'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus' | 'log' | 'photos'>

/** The row first, then the files: nobody is left with a photo that shows nothing. */
export async function deletePhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
  const name = photoName(input.photo)
  await commit(deps, async (tx, say) => {
    const before = await lockPhotosOf(tx, viewer.id)
    const gone = await tx
      .deleteFrom('photo')
      .where('name', '=', name)
      .where('member_id', '=', viewer.id)
      .returning('approved')
      .executeTakeFirst()
    if (!before || !gone) throw new Problem('photo.unknown')
    await sumUpPhotos(tx, say, viewer.id, before)
    if (gone.approved === null) say({ kind: 'queue.changed' })
  })
  await deps.photos
    .remove(name)
    .catch((err) => deps.log.warn({ err }, 'files of a deleted photo wait for the sweep'))
  return {}
}
