/** At most so many in any stretch of so many seconds, wherever it begins. */
export interface RateLimit {
  limit: number
  seconds: number
}

/** Shared by all processes. */
export interface RateLimitStore {
  /** Counts one more, unless one of the limits has been reached: what is refused does not count. */
  hit(key: string, ...limits: readonly RateLimit[]): Promise<RateLimitHit>
  /** Forgets the key, as after a log-in that succeeded. */
  forget(key: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface RateLimitHit {
  allowed: boolean
  /** When the next is allowed: 0 for at once, otherwise rounded up. */
  waitSeconds: number
  /** The first that was reached. */
  refusedBy?: RateLimit | undefined
}
