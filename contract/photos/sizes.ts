/**
 * The files made from a photo's large one, by folder and longest side: a square for avatars, 4:5 for cards, and whole
 * for profiles. Photos that are older than these sizes have only their two JPEG files until a job has made the rest.
 */
export const derivedSizes = ['tmb.192', 'tmb.400', 'tmb.800', 'lg.1000', 'lg.1600'] as const
export type DerivedSize = (typeof derivedSizes)[number]
export type PhotoSize = 'tmb' | 'lg' | DerivedSize

/**
 * 'lg/name.jpg', or 'lg/name.1000.avif'. Derived files share the folders of the JPEG files, because bucket policies
 * allow reading those.
 */
export function photoPath(size: PhotoSize, name: string): string {
  const [folder, side] = size.split('.')
  return side ? `${folder}/${name}.${side}.avif` : `${folder}/${name}.jpg`
}

const PATH = /^(tmb|lg)\/([A-Za-z0-9_-]{22,64})(?:\.jpg|(\.[0-9]+)\.avif)$/
/** The reverse of photoPath; undefined for any other path. */
export function readPhotoPath(path: string): { size: PhotoSize; name: string } | undefined {
  const [, folder, name, side = ''] = PATH.exec(path) ?? []
  const size = `${folder}${side}` as PhotoSize
  if (!name || (side && !derivedSizes.some((derived) => derived === size))) return undefined
  return { size, name }
}

/** Calls accept a photo name with or without its extension. */
export const photoName = (file: string): string => file.replace(/\.jpg$/i, '')
