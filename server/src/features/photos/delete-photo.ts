import { commit } from '../../database/handle'
import { removePhotoFiles } from '../../database/photo-files'
import { sumUpPhotos } from '../../database/photo-summary'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { lockOwnPhoto } from './own-photo'

type Deps = Pick<Foundations, 'db' | 'bus' | 'log' | 'photos'>

/** The row first, then the files: nobody is left with a photo that shows nothing. */
export async function deletePhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
  const gone = await commit(deps, async (tx, say) => {
    const { name, approved, before } = await lockOwnPhoto(tx, viewer.id, input.photo)
    await tx.deleteFrom('photo').where('name', '=', name).execute()
    await sumUpPhotos(tx, say, viewer.id, before)
    if (approved === null) say({ kind: 'queue.changed' })
    return name
  })
  await removePhotoFiles(deps, [gone])
  return {}
}
