import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite } from '@rosella/server/platform/adapters/database/pglite'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import type { Database } from '@rosella/server/platform/ports/database'
import { freshPostgresDatabase } from '@rosella/testkit/services'

export interface RestoreTarget {
  env: Record<string, string>
  photos: string
  open(): Promise<Database>
}

export interface RestoreTargets {
  /** The folder of the backup with this name. */
  at(name: string): string
  /** An empty database and photo folder. */
  newTarget(kind: 'pglite' | 'postgres'): Promise<RestoreTarget>
  /** Run when all is over, in reverse order. */
  cleanUp: (() => Promise<unknown>)[]
  close(): Promise<void>
}

export async function openRestoreTargets(): Promise<RestoreTargets> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-backup-'))
  const cleanUp: (() => Promise<unknown>)[] = []
  let targets = 0
  return {
    at: (name) => join(dir, name),
    cleanUp,
    async newTarget(kind): Promise<RestoreTarget> {
      const DATA_DIR = join(dir, `target-${++targets}`)
      const photos = join(DATA_DIR, 'photos')
      if (kind === 'pglite')
        return { env: { DATA_DIR }, photos, open: () => openPglite(join(DATA_DIR, 'database')) }
      const { url, drop } = await freshPostgresDatabase()
      cleanUp.push(drop)
      return { env: { DATA_DIR, DATABASE_URL: url }, photos, open: () => openPostgres(url) }
    },
    async close() {
      for (const clean of cleanUp.reverse()) await clean()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
