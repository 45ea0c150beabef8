import { clientMessage } from '../client-problems'

export const PHOTO_MAX_BYTES = 25 * 1024 * 1024
export const PHOTO_MAX_PIXELS = 64_000_000
/** How long a rejected photo stays, so that its owner can read the reason. */
export const REJECTED_SECONDS = 90 * 86_400
/** How long files without a row stay, so that a wrong database or an old backup deletes no photo. */
export const ORPHAN_SECONDS = 7 * 86_400

/** How long the hashes of a photo stay in the bank of known photos after a ban. */
export const KNOWN_PHOTO_SECONDS = 5 * 365 * 86_400

/** Characters of the name of a bank that known photos were imported from. */
export const SOURCE_MAX = 100

export const tooManyPhotos = (remaining: number): string => clientMessage('photo.limit', { n: remaining })

const EXTENSIONS = /\.(jpe?g|png|webp|avif|gif|heic|heif)$/i
/** HEIC files have no type on some systems, so the extension decides; the server inspects the content. */
export const mayBePhoto = (file: { type: string; name: string }): boolean =>
  file.type.startsWith('image/') || (file.type === '' && EXTENSIONS.test(file.name))
