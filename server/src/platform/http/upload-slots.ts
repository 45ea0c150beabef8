import { Problem } from '../problem'
import type { ProgressWatch } from './body-timeout'
import type { Viewer } from './viewer'

export type Release = () => void

export interface KeyedLimits {
  atATime: number
  waiting: number
}

/** Lets so many of each key in at a time; others of that key wait their turn, and no other key waits for them. */
class KeyedSemaphore {
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(private readonly limits: KeyedLimits) {}

  /** Refuses whoever would be one too many to wait; the signal ends a wait with its reason. */
  async acquire(key: string, signal: AbortSignal): Promise<Release> {
    const inside = this.#inside.get(key) ?? 0
    if (inside < this.limits.atATime) this.#inside.set(key, inside + 1)
    else await this.#wait(key, signal)
    let isHeld = true
    return () => {
      if (isHeld) this.#release(key)
      isHeld = false
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

  /** The place goes to the next in line, or is free. */
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
export interface UploadSlot {
  /** Waits for the member's earlier uploads, then for those of the same address. */
  enterAs(viewer: Viewer): Promise<void>
  enterAsStranger(): void
  memory: UploadMemory
  leave(): void
}

type TakeSlot = (
  address: string,
  giveUp: (problem: Problem) => void,
  signal: AbortSignal,
  progress: ProgressWatch,
) => UploadSlot

/** Nobody waits for another member or another address, however many uploads these begin and how slow they are. */
export function uploadSlots(limits: UploadLimits): TakeSlot {
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

/** The memory of one upload, from its first byte until it has been dealt with. */
export interface UploadMemory {
  /** Says how much more it takes now; whoever takes the most of those still arriving makes room where there is none. */
  grow(bytes: number): void
  /** It is all here: nothing would be gained by giving it up. */
  arrived(): void
  free(): void
}

/**
 * Bounds what all uploads take together. A slow one takes little, so any number may be under way; where the
 * memory ends, the largest goes, not the one that comes last: nobody can keep the others out by holding much.
 */
function uploadMemories(mostBytes: number): (giveUp: (problem: Problem) => void) => UploadMemory {
  const arriving = new Set<{ bytes: number; giveUp(problem: Problem): void }>()
  let held = 0
  return (giveUp) => {
    const upload = { bytes: 0, giveUp }
    const free = () => {
      arriving.delete(upload)
      held -= upload.bytes
      upload.bytes = 0
    }
    return {
      grow(bytes) {
        arriving.add(upload)
        held += bytes
        upload.bytes += bytes
        while (held > mostBytes && arriving.size > 0) {
          const largest = [...arriving].reduce((most, each) => (each.bytes > most.bytes ? each : most))
          arriving.delete(largest)
          held -= largest.bytes
          largest.bytes = 0
          largest.giveUp(new Problem('busy'))
        }
      },
      arrived: () => void arriving.delete(upload),
      free,
    }
  }
}
