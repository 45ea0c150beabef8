/** Argon2id, off the event loop. At most a bounded number wait; more are refused with Busy. */
export interface PasswordHash {
  hash(password: string): Promise<string>
  /** With no stored hash it does the same work and answers false, so that time tells nothing. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>
  /** How many wait for their turn. */
  waiting(): number
}

export class Busy extends Error {
  constructor() {
    super('Too much work is waiting')
  }
}
