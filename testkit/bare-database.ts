import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import type { Db } from '@rosella/server/platform/ports/database'
import { freshTemplatePostgres, openTemplatePglite } from './template-database'

export interface BareDatabase {
  db: Db
  /** Closes and deletes the database. */
  close(): Promise<void>
}

/** A database with the schema and without a server. */
export async function openBareDatabase(kind: 'pglite' | 'postgres'): Promise<BareDatabase> {
  if (kind === 'postgres') {
    const fresh = await freshTemplatePostgres()
    const { db, close } = await openPostgres(fresh.url)
    return { db, close: () => close().then(fresh.drop) }
  }
  const dir = await mkdtemp(join(tmpdir(), 'rosella-bare-'))
  const database = await openTemplatePglite(join(dir, 'database'))
  return { db: database.db, close: () => database.close().then(() => rm(dir, { recursive: true })) }
}
