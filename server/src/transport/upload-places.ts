import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import type { ProgressWatch } from './arrival'
import { type KeyedLimits, KeyedSemaphore, type Release } from './keyed-semaphore'
import { type UploadMemory, uploadMemories } from './upload-memory'

export interface UploadLimits {
  member: KeyedLimits
  address: KeyedLimits
  /** Callers whose session comes after their file, all together; one at an address. */
  strangers: number
  memoryBytes: number
  /** How long an upload waits for those of the same member or address. */
  waitMs: number
  /** How long one may come to a standstill. */
  stallMs: number
}

/** The wait is shorter than the proxies of ops/ look at a connection on which nothing moves. */
export const uploadLimits: UploadLimits = {
  member: { atATime: 3, waiting: 29 },
  address: { atATime: 9, waiting: 91 },
  strangers: 3,
  memoryBytes: 384 * 1024 * 1024,
  waitMs: 45_000,
  stallMs: 30_000,
}

/** Where one upload stands, from its file's first byte until it has been dealt with. */
export interface UploadPlace {
  /** Waits for the member's earlier uploads, then for those of the same address. */
  enterAs(viewer: Viewer): Promise<void>
  enterAsStranger(): void
  memory: UploadMemory
  leave(): void
}

type TakePlace = (
  address: string,
  giveUp: (problem: Problem) => void,
  signal: AbortSignal,
  progress: ProgressWatch,
) => UploadPlace

/** Nobody waits for another member or another address, however many uploads these begin and how slow they are. */
export function uploadPlaces(limits: UploadLimits): TakePlace {
  const members = new KeyedSemaphore(limits.member)
  const addresses = new KeyedSemaphore(limits.address)
  const strangers = new Set<string>()
  const memoryOf = uploadMemories(limits.memoryBytes)

  return (address, giveUp, signal, progress) => {
    const memory = memoryOf(giveUp)
    const taken: Release[] = []
    let hasLeft = false
    const take = async (places: KeyedSemaphore, key: string) => {
      const release = await places.acquire(key, signal)
      if (hasLeft) release()
      else taken.push(release)
    }
    return {
      memory,
      async enterAs(viewer) {
        const patience = setTimeout(() => giveUp(new Problem('busy')), limits.waitMs)
        progress.pause()
        try {
          await take(members, String(viewer.id))
          await take(addresses, address)
        } finally {
          progress.resume()
          clearTimeout(patience)
        }
      },
      enterAsStranger() {
        if (strangers.size >= limits.strangers || strangers.has(address)) throw new Problem('busy')
        strangers.add(address)
        taken.push(() => strangers.delete(address))
      },
      leave() {
        hasLeft = true
        for (const release of taken.splice(0)) release()
        memory.free()
      },
    }
  }
}
