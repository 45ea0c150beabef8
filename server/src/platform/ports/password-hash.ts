/** Argon2id, off the event loop. The queue is bounded; calls beyond it are refused with Busy. */
export interface PasswordHash {
  hash(password: string): Promise<string>
  /** Without a stored hash it does the same work and returns false, so that timing reveals nothing. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>
  /** The length of the queue. */
  waiting(): number
}

export class Busy extends Error {
  constructor() {
    super('Too many requests are waiting')
  }
}
