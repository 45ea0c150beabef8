import { constants } from 'node:fs'
import { cp, mkdir, realpath } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables'
import type { Database, Db } from '../../ports/database'
import { lockFolder } from './folder-lock'
import { pgliteDialect } from './pglite-dialect'
import { lookInto, makeWhole, startIn } from './pglite-folder'

const checkpointMs = 5 * 60_000
const nightHour = 3
const dayMs = 20 * 3_600_000

/** PGlite has neither checkpointer nor autovacuum: both are done here, the second in the small hours. */
export function maintain(db: Db, onError: (error: unknown) => void): () => void {
  let vacuumed = 0
  const timer = setInterval(() => {
    const now = new Date()
    const due = now.getHours() === nightHour && now.getTime() - vacuumed > dayMs
    if (due) vacuumed = now.getTime()
    runMaintenance(db, due).catch(onError)
  }, checkpointMs).unref()
  return () => clearInterval(timer)
}

/** @internal exported for its test */
export async function runMaintenance(db: Db, vacuum: boolean): Promise<void> {
  if (vacuum) await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

export interface PgliteOptions {
  /** Hears of upkeep that failed. */
  onError?: (error: unknown) => void
  /** How long a query may wait for its turn. */
  waitMs?: number
}

export interface PgliteDatabase extends Database {
  readonly kind: 'pglite'
  readonly folder: string
  /** A folder like this one at this moment; everyone waits for as long as copying the files takes. */
  copyTo(dir: string): Promise<void>
}

export const isEmbedded = (database: Database): database is PgliteDatabase => database.kind === 'pglite'

/** The embedded database: PostgreSQL in WASM, in a folder that this process alone may use. */
export async function openPglite(dir: string, options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const { onError = () => {}, waitMs = 30_000 } = options
  const folder = await folderAt(dir)
  const unlock = await lockFolder(folder)
  try {
    if ((await lookInto(folder)) === 'new') await makeWhole(folder)
    let session = await startIn(folder)
    let closing: Promise<void> | undefined
    const current = async () => {
      if (!session.isOver || closing) return session
      // Its thread must be gone before another may touch the folder; the next recovers as after a crash.
      await session.close()
      session = await startIn(folder)
      return session
    }
    const db = new Kysely<Tables>({ dialect: pgliteDialect(current, waitMs) })
    const rest = maintain(db, onError)
    return {
      kind: 'pglite',
      db,
      unlimited: db,
      folder,
      // Whoever has the connection has the database: between two statements the files stand still.
      copyTo: (to) =>
        db.connection().execute(async (turn) => {
          await sql`checkpoint`.execute(turn)
          const filter = (path: string) => !path.endsWith('.sock')
          await cp(folder, to, { recursive: true, filter, mode: constants.COPYFILE_FICLONE })
        }),
      pool: () => undefined,
      async ping() {
        await sql`select 1`.execute(db)
      },
      close() {
        rest()
        // Kysely does not tell a driver to end that was never asked anything.
        closing ??= db
          .destroy()
          .then(() => session.close())
          .finally(unlock)
        return closing
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function folderAt(dir: string): Promise<string> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    return await realpath(dir)
  } catch (error) {
    throw new Error(`The database folder ${dir} cannot be made: ${(error as Error).message}`)
  }
}
