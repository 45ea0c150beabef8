import pLimit from 'p-limit'
import type { OutputInfo, Region } from 'sharp'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { TransientError } from '../../failure'
import {
  BadImage,
  type DerivedFiles,
  type ImageProcessor,
  type ProcessedPhoto,
} from '../../ports/image-processor'
import { Busy } from '../../ports/password-hash'
import { damaged, detectImage, sharpInput } from './detect'
import { type HashThread, openHashThread } from './hash-thread'
import { decodeHeic } from './heic'

/** The hash looks at 64 x 64 points, so a larger picture would only take longer. */
const HASHED_SIDE = 512

async function hashPhoto(thread: HashThread, jpeg: Buffer): Promise<Uint8Array> {
  const { data, info } = await sharp(jpeg)
    .timeout({ seconds: processSeconds })
    .resize(HASHED_SIDE, HASHED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  // A copy, because the thread takes the memory over.
  return thread.hash({ ...info, data: Uint8Array.from(data) })
}

/** The hash stores only a few frequencies, so 32 pixels suffice and cost a tenth of 100 on the event loop. */
async function blurredPreview(jpeg: Buffer): Promise<string> {
  const small = sharp(jpeg).resize(32, 32, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

export interface ImageProcessorOptions {
  /**
   * Pictures processed concurrently. sharp uses libuv's four threads, which file access and password hashing need
   * too.
   */
  concurrency?: number
  /** Pictures that may wait; each keeps its whole upload in memory. */
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
  // No picture is processed twice, so libvips's cache would waste memory.
  sharp.cache(false)
  // Pictures processed in parallel use all cores; threads within a picture would only compete.
  sharp.concurrency(1)
  const processQueue = pLimit(concurrency)
  const heicQueue = pLimit(1)
  const closing = new AbortController()
  const inFlight = new Set<Promise<unknown>>()
  const thread = openHashThread()

  async function processOne(bytes: Buffer): Promise<ProcessedPhoto> {
    const detected = await detectImage(bytes)
    if (detected.by === 'sharp') return processQueue(() => processPlain(thread, bytes))
    // Inside the queue, so that the pixels of only one picture are in memory.
    return heicQueue(async () => {
      const limits = { timeoutMs: heicTimeoutMs, maxMemoryBytes: heicMemoryBytes, signal: closing.signal }
      const tiff = await decodeHeic(bytes, detected.profile, limits)
      return processQueue(() => processPlain(thread, tiff))
    })
  }

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new Error('The image processor is closed')
    const working = processQueue(() =>
      work().catch((error) => Promise.reject(error instanceof TransientError ? error : damaged(error))),
    )
    inFlight.add(working)
    return working.finally(() => inFlight.delete(working))
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
    derive: (lg) => queued(() => deriveSizes(lg)),
    hash: (lg) => queued(() => hashPhoto(thread, lg)),
    waiting: () => inFlight.size,
    async close() {
      closing.abort()
      await Promise.allSettled(inFlight)
      await thread.close()
    },
  }
}

/** Turns bytes of an accepted format into the two files that we store; sharp drops all metadata. */
async function processPlain(thread: HashThread, bytes: Buffer): Promise<ProcessedPhoto> {
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
    // Without hashes the photo is accepted too, and a job makes them later.
    const [pdq, thumbhash] = await Promise.all([hashPhoto(thread, lg).catch(() => null), blurredPreview(lg)])
    return { tmb, lg, width: info.width, height: info.height, pdq, thumbhash }
  } catch (error) {
    throw error instanceof BadImage ? error : damaged(error)
  }
}

/**
 * On screens with many pixels per centimetre, a large picture of low quality looks better than a small one of high
 * quality and has as many bytes. Each step of effort doubles the time and saves a few percent.
 */
const avif = { quality: 46, effort: 1 }

/** A photo smaller than a size is not enlarged; only its shape changes. */
async function deriveSizes(lg: Buffer): Promise<DerivedFiles> {
  const { info } = await sharp(lg).toBuffer({ resolveWithObject: true })
  const cropped = async (width: number, height: number) => {
    const { width: w, height: h } = middle(info)
    const scale = Math.min(1, w / width, h / height)
    const fit = { fit: 'cover', position: sharp.strategy.attention } as const
    return sharp(lg)
      .timeout({ seconds: processSeconds })
      .extract(middle(info))
      .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), fit)
      .avif(avif)
      .toBuffer()
  }
  const whole = (side: number) =>
    sharp(lg)
      .timeout({ seconds: processSeconds })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .avif(avif)
      .toBuffer()
  return {
    'tmb.192': await cropped(192, 192),
    'tmb.400': await cropped(320, 400),
    'tmb.800': await cropped(640, 800),
    'lg.1000': await whole(1000),
    'lg.1600': await whole(1600),
  }
}

/**
 * Without the far ends of a strip, because resizing 1600 x 1 to cover a square would make it 640,000 wide first.
 */
function middle({ width, height }: OutputInfo): Region {
  const longest = Math.min(width, height) * 4
  const [w, h] = [Math.min(width, longest), Math.min(height, longest)]
  return { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2), width: w, height: h }
}
