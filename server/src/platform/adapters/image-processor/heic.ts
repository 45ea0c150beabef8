import { once } from 'node:events'
import { PHOTO_MAX_PIXELS } from '@rosella/contract/photos/rules'
import { BadImage } from '../../ports/image-processor'
import { startWorker } from '../../worker-entry'
import { damaged } from './detect'
import type { HeicAnswer, HeicOrder } from './heic-worker'

export interface HeicLimits {
  timeoutMs: number
  maxMemoryBytes: number
  /** Aborts the decoding, for example when the server closes. */
  signal: AbortSignal
}

/** Decodes HEIC to a TIFF that sharp can read, in its own thread with a timeout. */
export async function decodeHeic(
  bytes: Buffer,
  profile: Buffer | undefined,
  limits: HeicLimits,
): Promise<Buffer> {
  const { timeoutMs, maxMemoryBytes, signal } = limits
  const copy = new Uint8Array(bytes)
  const order: HeicOrder = { bytes: copy, profile, maxPixels: PHOTO_MAX_PIXELS, maxMemoryBytes }
  const worker = startWorker('platform/adapters/image-processor/heic-worker', {
    workerData: order,
    transferList: [copy.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
    // libheif's output about a member's file must not reach our terminal.
    stdout: true,
    stderr: true,
  })
  const over = new AbortController()
  const stop = () => over.abort()
  const timer = setTimeout(stop, timeoutMs)
  signal.addEventListener('abort', stop)
  try {
    const [answer] = (await Promise.race([
      once(worker, 'message', { signal: over.signal }),
      once(worker, 'exit', { signal: over.signal }).then(([code]) => {
        throw new Error(`The decoder exited with code ${code}`)
      }),
    ])) as [HeicAnswer]
    if ('tiff' in answer) return Buffer.from(answer.tiff.buffer)
    throw Object.assign(new BadImage(answer.failed), { cause: answer.why })
  } catch (error) {
    throw error instanceof BadImage ? error : damaged(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
