import { openImageProcessor } from '@rosella/server/platform/adapters/image-processor/sharp'
import type { ImageProcessor, ProcessedPhoto } from '@rosella/server/platform/ports/image-processor'

/** Members' test photos are smaller; pictures that test the processing itself are larger. */
const SMALL = 4096
const known = new Map<string, Promise<ProcessedPhoto>>()

/** The real processor with a cache per worker, because members' photos use the same seeds in every file. */
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
    derive: (lg) => processor.derive(lg),
    waiting: () => processor.waiting(),
    close: () => processor.close(),
  }
}
