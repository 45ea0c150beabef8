import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'

export type Db = Kysely<Tables>

/** This process's connections to the database. */
export interface PoolMetrics {
  open: number
  idle: number
  /** Calls that wait for a connection. */
  waiting: number
  most: number
}

/** PostgreSQL, embedded or as a server. The suite in adapters/database defines its behaviour. */
export interface Database {
  readonly kind: 'pglite' | 'postgres'
  readonly db: Db
  /** The same database without time limits, for migrations, backups and restores. */
  readonly unlimited: Db
  /** Resolves when a query succeeded; rejects when the database cannot be reached. */
  ping(): Promise<void>
  /** Undefined for the embedded database, which has no connections. */
  pool(): PoolMetrics | undefined
  close(): Promise<void>
}

export interface ReplicaState {
  /** Whether reads currently use it. */
  usable: boolean
  /** The lag behind the primary; null while it cannot be reached. */
  lag_seconds: number | null
  /** How many reads used the primary instead since this process started. */
  fallbacks: number
}

/** A read replica of the database, for large reads that are not urgent. */
export interface Replica {
  /**
   * Reads from the replica once it has everything that the primary has now, so that nobody misses their own
   * changes. If it does not catch up in time, lags too far behind or is lost, reads from the primary. `work` may
   * run twice.
   */
  read<T>(work: (db: Db) => Promise<T>, options?: { timeoutMs?: number }): Promise<T>
  /** Undefined if the site has no replica. */
  state(): ReplicaState | undefined
  close(): Promise<void>
}
