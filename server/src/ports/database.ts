import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'

export type Db = Kysely<Tables>

/** Connections of this process to the database. */
export interface PoolFigures {
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
  pool(): PoolFigures | undefined
  close(): Promise<void>
}
