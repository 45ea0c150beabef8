import { thumbHashToDataURL } from 'thumbhash'

/** A thumbhash is at least this long. */
const MIN_BYTES = 6
const urls = new Map<string, string>()

/** A blurred background from a thumbhash in base64. */
export function previewOf(hash: string | null | undefined): { backgroundImage: string } | undefined {
  if (!hash) return undefined
  let url = urls.get(hash)
  if (url === undefined) {
    const bytes = Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0))
    url = bytes.length < MIN_BYTES ? 'none' : `url(${thumbHashToDataURL(bytes)})`
    urls.set(hash, url)
  }
  return { backgroundImage: url }
}
