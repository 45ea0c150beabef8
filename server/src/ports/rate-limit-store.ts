/** Counts in fixed windows, shared by all processes. */
export interface RateLimitStore {
  /** Counts one more in the key's current window and tells how many there are and when it ends. */
  hit(key: string, windowSeconds: number): Promise<{ hits: number; resetSeconds: number }>
  /** Forgets the key, as after a log-in that succeeded. */
  forget(key: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}
