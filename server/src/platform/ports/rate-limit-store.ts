/** At most `limit` hits in any period of `seconds` (a sliding window). */
export interface RateLimit {
  limit: number
  seconds: number
}

/** Shared by all processes. */
export interface RateLimitStore {
  /** Counts one hit, unless a limit has been reached; refused hits do not count. */
  hit(key: string, ...limits: readonly RateLimit[]): Promise<RateLimitHit>
  /** Forgets the key, for example after a successful log-in. */
  forget(key: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface RateLimitHit {
  allowed: boolean
  /** Seconds until the next hit is allowed, rounded up; 0 if it is allowed now. */
  waitSeconds: number
  /** The first limit that was reached. */
  refusedBy?: RateLimit | undefined
}
