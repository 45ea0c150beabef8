import { constants } from 'node:fs'
import { cp, mkdir, realpath } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables'
import type { Database, Db } from '../../ports/database'
import { lockFolder } from './folder-lock'
import { pgliteDialect } from './pglite-dialect'
import { createDatabase, inspectFolder, startIn } from './pglite-folder'

const checkpointMs = 5 * 60_000
const nightHour = 3
const dayMs = 20 * 3_600_000

/** PGlite has neither a checkpointer nor autovacuum, so we run both, the vacuum at night. */
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
  /** Called when maintenance fails. */
  onError?: (error: unknown) => void
  /** How long a query may wait in the queue. */
  waitMs?: number
}

export interface PgliteDatabase extends Database {
  readonly kind: 'pglite'
  readonly folder: string
  /** Copies the folder as it is now; all queries wait until the files are copied. */
  copyTo(dir: string): Promise<void>
}

export const isEmbedded = (database: Database): database is PgliteDatabase => database.kind === 'pglite'

/** The embedded database: PostgreSQL in WASM, in a folder that only this process may use. */
export async function openPglite(dir: string, options: PgliteOptions = {}): Promise<PgliteDatabase> {
  const { onError = () => {}, waitMs = 30_000 } = options
  const folder = await folderAt(dir)
  const unlock = await lockFolder(folder)
  try {
    if ((await inspectFolder(folder)) === 'empty') await createDatabase(folder)
    let session = await startIn(folder)
    let closing: Promise<void> | undefined
    const current = async () => {
      if (!session.hasEnded || closing) return session
      // The old thread must have ended before another one touches the folder; the new one recovers as after a
      // crash.
      await session.close()
      session = await startIn(folder)
      return session
    }
    const db = new Kysely<Tables>({ dialect: pgliteDialect(current, waitMs) })
    const stopMaintenance = maintain(db, onError)
    return {
      kind: 'pglite',
      db,
      unlimited: db,
      folder,
      // The connection has the database to itself, so the files do not change between two statements.
      copyTo: (to) =>
        db.connection().execute(async (connection) => {
          await sql`checkpoint`.execute(connection)
          const filter = (path: string) => !path.endsWith('.sock')
          await cp(folder, to, { recursive: true, filter, mode: constants.COPYFILE_FICLONE })
        }),
      pool: () => undefined,
      async ping() {
        await sql`select 1`.execute(db)
      },
      close() {
        stopMaintenance()
        // Kysely does not destroy a driver that was never used.
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
    throw new Error(`Cannot create the database folder ${dir}: ${(error as Error).message}`)
  }
}
