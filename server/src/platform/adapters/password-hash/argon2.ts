import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Busy, type PasswordHash } from '../../ports/password-hash'

export interface Argon2Options {
  memoryKiB?: number
  passes?: number
  /** How many are worked on at a time. */
  running?: number
  /** How many more may wait; beyond that Busy. */
  waiting?: number
}

const argon2id = 2

/** Each takes 64 MiB and a thread of libuv's four, which files and names need as well. */
const runningDefault = Math.min(3, availableParallelism())

export function argon2Passwords(options: Argon2Options = {}): PasswordHash {
  const { memoryKiB = 65_536, passes = 3, running = runningDefault, waiting = 32 } = options
  const settings = { algorithm: argon2id, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 } as const
  const queue = pLimit(running)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.activeCount + queue.pendingCount >= running + waiting) throw new Busy()
    return queue(work)
  }
  return {
    hash: (password) => inTurn(() => hash(password, settings)),
    verify: (stored, password) =>
      inTurn(async () => {
        if (stored) return verify(stored, password)
        // An unknown account costs exactly what a known one does.
        await hash(password, settings)
        return false
      }),
    waiting: () => queue.pendingCount,
  }
}
