import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite } from '@rosella/server/adapters/database/pglite'
import { openPostgres } from '@rosella/server/adapters/database/postgres'
import type { Database } from '@rosella/server/ports/database'
import { freshPostgresDatabase } from '@rosella/testkit/services'

/** Where a backup may be restored. */
export interface Place {
  env: Record<string, string>
  photos: string
  open(): Promise<Database>
}

export interface Places {
  /** A folder for a backup of this name. */
  at(name: string): string
  /** Somewhere nothing is yet. */
  elsewhere(kind: 'pglite' | 'postgres'): Promise<Place>
  /** Done when all is over, the last first. */
  cleanUp: (() => Promise<unknown>)[]
  close(): Promise<void>
}

export async function openPlaces(): Promise<Places> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-backup-'))
  const cleanUp: (() => Promise<unknown>)[] = []
  let places = 0
  return {
    at: (name) => join(dir, name),
    cleanUp,
    async elsewhere(kind): Promise<Place> {
      const DATA_DIR = join(dir, `place-${++places}`)
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
