import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Busy, type PasswordHash } from '../../ports/password-hash'

export interface Argon2Options {
  memoryKiB?: number
  passes?: number
  /** How many are hashed concurrently. */
  running?: number
  /** How many may wait; further calls are refused with Busy. */
  waiting?: number
}

const argon2id = 2

/** Each needs 64 MiB and one of libuv's four threads, which file and DNS access need too. */
const runningDefault = Math.min(3, availableParallelism())

export function argon2Passwords(options: Argon2Options = {}): PasswordHash {
  const { memoryKiB = 65_536, passes = 3, running = runningDefault, waiting = 32 } = options
  const settings = { algorithm: argon2id, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 } as const
  const queue = pLimit(running)
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.activeCount + queue.pendingCount >= running + waiting) throw new Busy()
    return queue(work)
  }
  return {
    hash: (password) => enqueue(() => hash(password, settings)),
    verify: (stored, password) =>
      enqueue(async () => {
        if (stored) return verify(stored, password)
        // An unknown account takes as long as a known one.
        await hash(password, settings)
        return false
      }),
    waiting: () => queue.pendingCount,
  }
}
