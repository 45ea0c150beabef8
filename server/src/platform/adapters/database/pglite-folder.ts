import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { TransientError } from '../../failure'
import { PgliteSession } from './pglite-session'

/** The PostgreSQL inside PGlite 0.5. */
const version = '18'

let program: Promise<WebAssembly.Module> | undefined

/** Nine megabytes of WASM: compiled once for all the threads that open a database in this process. */
function compiledProgram(): Promise<WebAssembly.Module> {
  program ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return program
}

export const holdsDatabase = (dir: string): boolean => existsSync(join(dir, 'PG_VERSION'))

/** Looks before PGlite does: it would fill a stranger's folder, or fail on one in riddles. */
export async function lookInto(dir: string): Promise<'new' | 'made'> {
  const names = await readdir(dir)
  if (names.length === 0) return 'new'
  const found = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined)
    throw new Error(
      `The folder ${dir} is not empty and holds no database: choose another folder or empty it.`,
    )
  if (found.trim() !== version)
    throw new Error(
      `The folder ${dir} holds a database of PostgreSQL ${found.trim()}, and this program needs ${version}.`,
    )
  return 'made'
}

/**
 * A first start that is cut short must not leave half a database: it is made beside its place and moved
 * there when whole.
 */
export async function makeWhole(dir: string): Promise<void> {
  const beside = `${dir}.new`
  await rm(beside, { recursive: true, force: true })
  await mkdir(beside, { mode: 0o700 })
  const session = await startIn(beside)
  await session.run('checkpoint', [])
  await session.close()
  await rmdir(dir)
  await rename(beside, dir)
}

export async function startIn(dir: string): Promise<PgliteSession> {
  try {
    return await PgliteSession.start({ dir, program: await compiledProgram() })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const words = `The database in ${dir} cannot be opened, it may be damaged or half-written: ${why}`
    // After a crash it is tried anew by whoever asks next.
    throw new TransientError(words, { cause: error })
  }
}
