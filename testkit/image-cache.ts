import { openImageProcessor } from '@rosella/server/platform/adapters/image-processor/sharp'
import type { ImageProcessor } from '@rosella/server/platform/ports/image-processor'

/** Members' test photos are smaller; pictures that test the processing itself are larger. */
const SMALL = 4096

/** Remembers what became of small files. */
function remembered<T>(work: (processor: ImageProcessor, bytes: Buffer) => Promise<T>) {
  const known = new Map<string, Promise<T>>()
  return (processor: ImageProcessor, bytes: Buffer): Promise<T> => {
    if (bytes.length > SMALL) return work(processor, bytes)
    const key = bytes.toString('base64')
    const before = known.get(key)
    if (before) return before
    const made = work(processor, bytes)
    known.set(key, made)
    made.catch(() => known.delete(key))
    return made
  }
}

const process = remembered((processor, bytes) => processor.process(bytes))
const derive = remembered((processor, lg) => processor.derive(lg))
const hash = remembered((processor, lg) => processor.hash(lg))

/** The real processor with a cache per worker, because members' photos use the same seeds in every file. */
export function cachedImages(): ImageProcessor {
  const processor = openImageProcessor()
  return {
    process: (bytes) => process(processor, bytes),
    derive: (lg) => derive(processor, lg),
    hash: (lg) => hash(processor, lg),
    waiting: () => processor.waiting(),
    close: () => processor.close(),
  }
}
