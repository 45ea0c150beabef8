import { syncPhotoVisibility } from '../../photo-files/photo-files'
import type { PhotoFile, PhotoSize } from '../../ports/photo-store'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'log' | 'photos' | 'photoUrls'>
type Found = PhotoFile & { public: boolean }

/**
 * The file a caller may have: an approved photo by its name alone, any other with a good signature, and so the
 * copy that a report holds. The row decides (primary key), not where the files lie, so that a rejected or
 * deleted photo is gone at once.
 */
export const findMedia =
  (deps: Deps) =>
  async (
    size: PhotoSize,
    name: string,
    query: { exp?: string; sig?: string },
  ): Promise<Found | undefined> => {
    const signed = deps.photoUrls.isSigned(`/${size}/${name}.jpg`, query)
    const photo = await deps.db
      .selectFrom('photo')
      .where('name', '=', name)
      .select('approved')
      .executeTakeFirst()
    if (!photo) return signed && (await isEvidence(deps, name)) ? readPrivate(deps, size, name) : undefined
    if (photo.approved) return as(true, await readPublished(deps, size, name))
    return signed ? readPrivate(deps, size, name) : undefined
  }

/** Only moderators are ever given a signature for one. */
async function isEvidence({ db }: Deps, name: string): Promise<boolean> {
  const copy = await db
    .selectFrom('evidence_photo')
    .where('name', '=', name)
    .select('name')
    .executeTakeFirst()
  return copy !== undefined
}

async function readPrivate({ photos }: Deps, size: PhotoSize, name: string): Promise<Found | undefined> {
  return as(false, (await photos.read('private', name, size)) ?? (await photos.read('public', name, size)))
}

const as = (open: boolean, file: PhotoFile | undefined): Found | undefined =>
  file && { ...file, public: open }

/** An approved photo whose files are still private is one that a crash left so: asking for it heals it. */
async function readPublished(deps: Deps, size: PhotoSize, name: string): Promise<PhotoFile | undefined> {
  const file = await deps.photos.read('public', name, size)
  if (file) return file
  const area = await syncPhotoVisibility(deps, name).catch((err) => {
    deps.log.warn({ err }, 'an approved photo has no files')
    return undefined
  })
  return area === 'public' ? deps.photos.read('public', name, size) : undefined
}
