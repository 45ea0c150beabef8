import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'

export type Db = Kysely<Tables>

/** Connections of this process to the database. */
export interface PoolMetrics {
  open: number
  idle: number
  /** Who waits for one. */
  waiting: number
  most: number
}

/** PostgreSQL, embedded or served. The suite in adapters/database is its meaning. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** The same database for migrations, backups and restores: what is done in its transactions may take any time. */
  readonly unlimited: Db
  /** Resolves when a query has been answered; rejects when the database cannot be reached. */
  ping(): Promise<void>
  /** Undefined for the embedded one, which has no connections. */
  pool(): PoolMetrics | undefined
  close(): Promise<void>
}

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
