import { Problem } from '../problem'
import type { ProgressWatch } from './body-timeout'
import type { Viewer } from './viewer'

export type Release = () => void

export interface KeyedLimits {
  atATime: number
  waiting: number
}

/** Limits concurrency per key. Callers wait only for others with the same key. */
class KeyedSemaphore {
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(private readonly limits: KeyedLimits) {}

  /** Refuses callers beyond the queue limit; the signal aborts the wait with its reason. */
  async acquire(key: string, signal: AbortSignal): Promise<Release> {
    const inside = this.#inside.get(key) ?? 0
    if (inside < this.limits.atATime) this.#inside.set(key, inside + 1)
    else await this.#wait(key, signal)
    let isAcquired = true
    return () => {
      if (isAcquired) this.#release(key)
      isAcquired = false
    }
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(key) ?? new Set()
    if (queue.size >= this.limits.waiting) throw new Problem('too-many')
    this.#waiting.set(key, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp)
        queue.delete(enter)
        if (queue.size === 0) this.#waiting.delete(key)
      }
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      const enter = () => {
        leave()
        resolve()
      }
      queue.add(enter)
      signal.addEventListener('abort', giveUp)
      if (signal.aborted) giveUp()
    })
  }

  /** Passes the slot to the next in the queue, or frees it. */
  #release(key: string): void {
    const [next] = this.#waiting.get(key) ?? []
    const left = (this.#inside.get(key) ?? 1) - 1
    if (next) next()
    else if (left > 0) this.#inside.set(key, left)
    else this.#inside.delete(key)
  }
}

export interface UploadLimits {
  member: KeyedLimits
  address: KeyedLimits
  /** The total of callers whose credentials follow the file; one per address. */
  strangers: number
  memoryBytes: number
  /** How long an upload waits for others of the same member or address. */
  waitMs: number
  /** How long an upload may stall. */
  stallMs: number
}

/** The wait is shorter than the idle timeout of the proxies in ops/. */
export const uploadLimits: UploadLimits = {
  member: { atATime: 3, waiting: 29 },
  address: { atATime: 9, waiting: 91 },
  strangers: 3,
  memoryBytes: 384 * 1024 * 1024,
  waitMs: 45_000,
  stallMs: 30_000,
}

/** The slot of one upload, from the first byte of its file until it has been processed. */
export interface UploadSlot {
  /** Waits for the member's earlier uploads, then for those of the same address. */
  enterAs(viewer: Viewer): Promise<void>
  enterAsStranger(): void
  memory: UploadMemory
  leave(): void
}

type AcquireSlot = (
  address: string,
  giveUp: (problem: Problem) => void,
  signal: AbortSignal,
  progress: ProgressWatch,
) => UploadSlot

/** Nobody waits for another member or address, however many uploads they start and however slow they are. */
export function uploadSlots(limits: UploadLimits): AcquireSlot {
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
        const timer = setTimeout(() => giveUp(new Problem('busy')), limits.waitMs)
        progress.pause()
        try {
          await take(members, String(viewer.id))
          await take(addresses, address)
        } finally {
          progress.resume()
          clearTimeout(timer)
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

/** The memory of one upload, from its first byte until it has been processed. */
export interface UploadMemory {
  /** Reserves more memory. If there is not enough, the largest of the arriving uploads is refused. */
  grow(bytes: number): void
  /** The upload is complete, so refusing it would gain nothing. */
  arrived(): void
  free(): void
}

/**
 * Bounds the memory of all uploads together. A slow upload needs little, so there may be any number. When memory
 * runs out, the largest one is refused, not the latest, so that nobody can keep others out by using a lot.
 */
function uploadMemories(mostBytes: number): (giveUp: (problem: Problem) => void) => UploadMemory {
  const arriving = new Set<{ bytes: number; giveUp(problem: Problem): void }>()
  let usedBytes = 0
  return (giveUp) => {
    const upload = { bytes: 0, giveUp }
    const free = () => {
      arriving.delete(upload)
      usedBytes -= upload.bytes
      upload.bytes = 0
    }
    return {
      grow(bytes) {
        arriving.add(upload)
        usedBytes += bytes
        upload.bytes += bytes
        while (usedBytes > mostBytes && arriving.size > 0) {
          const largest = [...arriving].reduce((most, each) => (each.bytes > most.bytes ? each : most))
          arriving.delete(largest)
          usedBytes -= largest.bytes
          largest.bytes = 0
          largest.giveUp(new Problem('busy'))
        }
      },
      arrived: () => void arriving.delete(upload),
      free,
    }
  }
}
