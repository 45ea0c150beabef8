import type { PhotoFile, PhotoSize } from '../../platform/ports/photo-store'
import type { Services } from '../../platform/services'
import { photoIsPublic, syncPhotoVisibility } from './photo-files'

type Deps = Pick<Services, 'db' | 'log' | 'photos' | 'photoUrls'>
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
  (deps: Deps) =>
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
async function isForModerators({ db }: Deps, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_photo')
    .where('name', '=', name)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', '=', name).select('name'))
    .executeTakeFirst()
  return found !== undefined
}

async function readPrivate({ photos }: Deps, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  return (await photos.read('private', name, size)) ?? (await photos.read('public', name, size))
}

/** A public photo whose files are still private is one that a crash left so: asking for it heals it. */
async function readPublished(deps: Deps, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  const file = await deps.photos.read('public', name, size)
  if (file) return file
  const area = await syncPhotoVisibility(deps, name).catch((err) => {
    deps.log.warn({ err }, 'an approved photo has no files')
    return undefined
  })
  return area === 'public' ? deps.photos.read('public', name, size) : undefined
}
