import { Problem } from '../domain/problem'

export type Release = () => void

export interface KeyedLimits {
  atATime: number
  waiting: number
}

/** Lets so many of each key in at a time; others of that key wait their turn, and no other key waits for them. */
export class KeyedSemaphore {
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
