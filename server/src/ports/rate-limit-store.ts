/** At most so many in any stretch of so many seconds, wherever it begins, shared by all processes. */
export interface RateLimitStore {
  /** Counts one more, unless `limit` have been counted in the last `seconds`: what is refused does not count. */
  hit(key: string, limit: number, seconds: number): Promise<RateLimitHit>
  /** Forgets the key, as after a log-in that succeeded. */
  forget(key: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface RateLimitHit {
  allowed: boolean
  /** When the next is allowed: 0 for at once, otherwise rounded up. */
  waitSeconds: number
}
