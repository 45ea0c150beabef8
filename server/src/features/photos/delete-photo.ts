import { recountPhotos } from '../../database/recount-photos'
import { withTransaction } from '../../database/transaction'
import type { Viewer } from '../../domain/viewer'
import { removePhotoFiles } from '../../photo-files/photo-files'
import type { Services } from '../../ports/services'
import { lockOwnPhoto } from './own-photo'

type Deps = Pick<Services, 'db' | 'bus' | 'log' | 'photos'>

/** The row first, then the files: nobody is left with a photo that shows nothing. */
export async function deletePhoto(deps: Deps, viewer: Viewer, input: { photo: string }): Promise<object> {
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
