import { openImageProcessor } from '@rosella/server/platform/adapters/image-processor/sharp'
import type { ImageProcessor, ProcessedPhoto } from '@rosella/server/platform/ports/image-processor'

/** The cast's own photos are smaller; what a test makes to look at the processing itself is larger. */
const SMALL = 4096
const known = new Map<string, Promise<ProcessedPhoto>>()

/** The real processor, which does the photos of the cast once for all the files of a worker: the same seeds come again and again. */
export function cachedImages(): ImageProcessor {
  const processor = openImageProcessor()
  return {
    process(bytes) {
      if (bytes.length > SMALL) return processor.process(bytes)
      const key = bytes.toString('base64')
      const before = known.get(key)
      if (before) return before
      const processed = processor.process(bytes)
      known.set(key, processed)
      processed.catch(() => known.delete(key))
      return processed
    },
    waiting: () => processor.waiting(),
    close: () => processor.close(),
  }
}
