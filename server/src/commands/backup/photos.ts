import { setTimeout as sleep } from 'node:timers/promises'
import { type BaseSize, baseSizes, type PhotoFile, type PhotoStore } from '../../platform/ports/photo-store'

/** The area according to the row; a decision that is being carried out may not have moved the files yet. */
export interface NamedPhoto {
  name: string
  isPublic: boolean
}

const CONCURRENCY = 8
const ATTEMPTS = 3

/** Tries three times, because a file may be moved meanwhile; undefined if it is not found. */
export async function findFile(
  store: PhotoStore,
  { name, isPublic }: NamedPhoto,
  size: BaseSize,
): Promise<PhotoFile | undefined> {
  const areas = isPublic ? (['public', 'private'] as const) : (['private', 'public'] as const)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(100)
    for (const area of areas) {
      const file = await store.read(area, name, size)
      if (file) return file
    }
  }
  return undefined
}

/** Stores photos, all private at first. */
export async function putPhotos(
  store: PhotoStore,
  { names, read }: { names: readonly string[]; read(name: string, size: BaseSize): Promise<Buffer> },
): Promise<void> {
  await inParallel(names, async (name) => {
    const [tmb, lg] = await Promise.all(baseSizes.map((size) => read(name, size)))
    if (tmb && lg) await store.put(name, { tmb, lg })
  })
}

/** Moves the files to their rows' areas. Private photos need a check only if the store was not empty. */
export async function settlePhotos(
  store: PhotoStore,
  photos: readonly NamedPhoto[],
  wasEmpty: boolean,
): Promise<void> {
  await inParallel(photos, async ({ name, isPublic }) => {
    if (isPublic) await store.publish(name)
    else if (!wasEmpty) await store.hide(name)
  })
}

export async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < list.length) await work(list[next++] as T)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
