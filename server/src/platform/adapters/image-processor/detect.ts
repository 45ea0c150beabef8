import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '@rosella/contract/photos/rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { BadImage } from '../../ports/image-processor'
import { readHeifHeader } from './heif-header'

export type Detected = { by: 'sharp' } | { by: 'libheif'; profile?: Buffer }

// The detected type and the format that sharp must then report: two checks, so that no polyglot file passes.
const sharpFormats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
}
const heifTypes = new Set(['image/heic', 'image/heif'])

export const sharpInput = { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 } as const

/** Decides by content which decoder may read the bytes, if any; reads headers only. */
export async function detectImage(bytes: Buffer): Promise<Detected> {
  if (bytes.length > PHOTO_MAX_BYTES) throw new BadImage('too-large')
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''

  if (heifTypes.has(mime)) {
    const header = readHeifHeader(bytes)
    if (!header) throw new BadImage('damaged')
    assertSize(header.width, header.height)
    // 'mif1' files may use either codec; sharp reads AV1.
    if (!header.brands.includes('avif')) return { by: 'libheif', profile: header.profile }
  } else if (!Object.hasOwn(sharpFormats, mime)) {
    throw new BadImage('type')
  }

  const { format, width, height } = await sharp(bytes, { ...sharpInput, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(cause)
    })
  if (format !== (sharpFormats[mime] ?? 'heif')) throw new BadImage('type')
  assertSize(width, height)
  return { by: 'sharp' }
}

function assertSize(width: number, height: number): void {
  if (width * height > PHOTO_MAX_PIXELS) throw new BadImage('too-large')
}

export function damaged(cause: unknown): BadImage {
  return Object.assign(new BadImage('damaged'), { cause })
}
