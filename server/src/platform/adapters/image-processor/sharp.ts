import pLimit from 'p-limit'
import type { OutputInfo, Region } from 'sharp'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { BadImage, type ImageProcessor, type ProcessedPhoto } from '../../ports/image-processor'
import { Busy } from '../../ports/password-hash'
import { damaged, detectImage, sharpInput } from './detect'
import { decodeHeic } from './heic'

/** Whether each of 8 x 8 fields is darker than its right neighbour: 64 bits as 16 hex digits. */
async function differenceHash(jpeg: Buffer): Promise<string> {
  const grey = await sharp(jpeg).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  let bits = 0n
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const [left, right] = [grey[y * 9 + x] ?? 0, grey[y * 9 + x + 1] ?? 0]
      bits = (bits << 1n) | (left < right ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(16, '0')
}

/** The hash keeps a handful of waves, so 32 pixels say as much as 100 and cost a tenth on the event loop. */
async function blurredPreview(jpeg: Buffer): Promise<string> {
  const small = sharp(jpeg).resize(32, 32, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

export interface ImageProcessorOptions {
  /** Pictures processed at a time. sharp works in libuv's four threads, which files and passwords need too. */
  concurrency?: number
  /** Pictures that may wait; each holds its whole upload in memory. */
  waiting?: number
  heicTimeoutMs?: number
  heicMemoryBytes?: number
}

const largeSide = 1600
const thumbSide = 400
const processSeconds = 30

export function openImageProcessor(options: ImageProcessorOptions = {}): ImageProcessor {
  const {
    concurrency = 2,
    waiting = 16,
    heicTimeoutMs = 30_000,
    heicMemoryBytes = 512 * 1024 * 1024,
  } = options
  // No picture comes twice, so what libvips would remember is memory lost.
  sharp.cache(false)
  // Pictures side by side use the cores; threads within a picture would only get in each other's way.
  sharp.concurrency(1)
  const processQueue = pLimit(concurrency)
  const heicQueue = pLimit(1)
  const closing = new AbortController()
  const inFlight = new Set<Promise<unknown>>()

  async function processOne(bytes: Buffer): Promise<ProcessedPhoto> {
    const detected = await detectImage(bytes)
    if (detected.by === 'sharp') return processQueue(() => processPlain(bytes))
    // The heavy pixels live inside the queue: never more than one picture's.
    return heicQueue(async () => {
      const limits = { timeoutMs: heicTimeoutMs, maxMemoryBytes: heicMemoryBytes, signal: closing.signal }
      const tiff = await decodeHeic(bytes, detected.profile, limits)
      return processQueue(() => processPlain(tiff))
    })
  }

  return {
    async process(bytes) {
      if (closing.signal.aborted) throw new Error('The image processor is closed')
      if (inFlight.size >= concurrency + waiting) throw new Busy()
      const processing = processOne(bytes)
      inFlight.add(processing)
      try {
        return await processing
      } finally {
        inFlight.delete(processing)
      }
    },
    waiting: () => inFlight.size,
    async close() {
      closing.abort()
      await Promise.allSettled(inFlight)
    },
  }
}

/** Bytes of a kind already accepted to the two files we keep; sharp leaves all metadata behind. */
async function processPlain(bytes: Buffer): Promise<ProcessedPhoto> {
  try {
    const { data: lg, info } = await sharp(bytes, sharpInput)
      .timeout({ seconds: processSeconds })
      .autoOrient()
      .resize(largeSide, largeSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 84, mozjpeg: false })
      .toBuffer({ resolveWithObject: true })
    const tmb = await sharp(lg)
      .timeout({ seconds: processSeconds })
      .extract(middle(info))
      .resize(thumbSide, thumbSide, { fit: 'cover', position: sharp.strategy.attention })
      .jpeg({ quality: 80, mozjpeg: false })
      .toBuffer()
    const [dhash, thumbhash] = await Promise.all([differenceHash(lg), blurredPreview(lg)])
    return { tmb, lg, width: info.width, height: info.height, dhash, thumbhash }
  } catch (error) {
    throw error instanceof BadImage ? error : damaged(error)
  }
}

/** All of it but the far ends of a strip: a square filled from 1600 x 1 would be 640,000 wide before the cut. */
function middle({ width, height }: OutputInfo): Region {
  const longest = Math.min(width, height) * 4
  const [w, h] = [Math.min(width, longest), Math.min(height, longest)]
  return { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2), width: w, height: h }
}
