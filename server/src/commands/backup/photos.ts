import { setTimeout as sleep } from 'node:timers/promises'
import { type PhotoFile, type PhotoSize, type PhotoStore, photoSizes } from '../../platform/ports/photo-store'

/** Where the row says the files are; they may be elsewhere while a decision or its healing is on its way. */
export interface NamedPhoto {
  name: string
  isPublic: boolean
}

const AT_ONCE = 8
const LOOKS = 3

/** A file that moves while we look for it is found at the second or third look; undefined when it is nowhere. */
export async function findFile(
  store: PhotoStore,
  { name, isPublic }: NamedPhoto,
  size: PhotoSize,
): Promise<PhotoFile | undefined> {
  const areas = isPublic ? (['public', 'private'] as const) : (['private', 'public'] as const)
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await sleep(100)
    for (const area of areas) {
      const file = await store.read(area, name, size)
      if (file) return file
    }
  }
  return undefined
}

/** Puts photos into a store, all private at first. */
export async function putPhotos(
  store: PhotoStore,
  { names, read }: { names: readonly string[]; read(name: string, size: PhotoSize): Promise<Buffer> },
): Promise<void> {
  await eightAtOnce(names, async (name) => {
    const [tmb, lg] = await Promise.all(photoSizes.map((size) => read(name, size)))
    if (tmb && lg) await store.put(name, { tmb, lg })
  })
}

/** Files where their rows say. What is private already needs a look only where others were before. */
export async function settlePhotos(
  store: PhotoStore,
  photos: readonly NamedPhoto[],
  wasEmpty: boolean,
): Promise<void> {
  await eightAtOnce(photos, async ({ name, isPublic }) => {
    if (isPublic) await store.publish(name)
    else if (!wasEmpty) await store.hide(name)
  })
}

export async function eightAtOnce<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < list.length) await work(list[next++] as T)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
