import type { Db } from './database'

export interface ReplicaState {
  /** Whether it is read from now. */
  usable: boolean
  /** How far it is behind the primary; null while it cannot be asked. */
  lag_seconds: number | null
  /** How often the primary had to answer in its place, since this process began. */
  fallbacks: number
}

/** A copy of the database that follows it, for large reads that nobody waits for at the door. */
export interface Replica {
  /**
   * Reads there, once it has everything that the primary has by now, so that nobody misses what they just did. Where
   * it does not catch up in time, is too far behind or is lost, the primary is read instead. `work` may run twice.
   */
  read<T>(work: (db: Db) => Promise<T>, options?: { patienceMs?: number }): Promise<T>
  /** Undefined where the site has none. */
  state(): ReplicaState | undefined
  close(): Promise<void>
}
