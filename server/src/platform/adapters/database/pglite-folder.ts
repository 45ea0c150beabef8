import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TransientError } from '../../failure'
import { PgliteSession } from './pglite-session'

/** PGlite 0.5 contains this PostgreSQL. */
const version = '18'

let program: Promise<WebAssembly.Module> | undefined

/** Nine megabytes of WASM, compiled once per process. */
function compiledProgram(): Promise<WebAssembly.Module> {
  program ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return program
}

export const containsDatabase = (dir: string): boolean => existsSync(join(dir, 'PG_VERSION'))

/** Checked before PGlite opens it, which would fill a foreign folder or fail with an obscure message. */
export async function inspectFolder(dir: string): Promise<'empty' | 'database'> {
  const names = await readdir(dir)
  if (names.length === 0) return 'empty'
  const found = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined)
    throw new Error(
      `The folder ${dir} is not empty and contains no database. Choose another folder or empty it.`,
    )
  if (found.trim() !== version)
    throw new Error(
      `The folder ${dir} contains a PostgreSQL ${found.trim()} database, but this program needs version ${version}.`,
    )
  return 'database'
}

/**
 * An interrupted first start must not leave half a database, so it is created in a neighbouring folder and then
 * renamed.
 */
export async function createDatabase(dir: string): Promise<void> {
  const temporary = `${dir}.new`
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { mode: 0o700 })
  const session = await startIn(temporary)
  await session.run('checkpoint', [])
  await session.close()
  await rmdir(dir)
  await rename(temporary, dir)
}

export async function startIn(dir: string): Promise<PgliteSession> {
  try {
    return await PgliteSession.start({ dir, program: await compiledProgram() })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `Cannot open the database in ${dir}, which may be damaged or incomplete: ${why}`
    // After a crash the next caller tries again.
    throw new TransientError(message, { cause: error })
  }
}
