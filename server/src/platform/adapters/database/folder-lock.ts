import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, realpath, rename, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'

export type Unlock = () => Promise<void>

/** Two processes on one PGlite folder silently lose rows, so only one may open it. */
export async function lockFolder(dir: string, way = bestWay()): Promise<Unlock> {
  const real = await realpath(dir)
  const unlock = await (way === 'socket' ? lockBySocket(real) : lockByFile(`${real}.lock`))
  if (unlock) return unlock
  throw new Error(`The database folder ${real} is in use by another process. Stop that process first.`)
}

function bestWay(): 'socket' | 'file' {
  return process.platform === 'linux' ? 'socket' : 'file'
}

/** An abstract socket (its name begins with NUL) belongs to the kernel, which frees it even on kill -9. */
function lockBySocket(real: string): Promise<Unlock | undefined> {
  const name = `\0rosella-${createHash('sha256').update(real).digest('hex')}`
  const server = createServer((visitor) => visitor.destroy()).unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(name, () => resolve(() => new Promise((closed) => server.close(() => closed()))))
  })
}

const lockedHere = new Set<string>()

async function lockByFile(file: string): Promise<Unlock | undefined> {
  if (lockedHere.has(file)) return
  lockedHere.add(file)
  const mine = `${file}.${randomUUID()}`
  try {
    await writeFile(mine, String(process.pid))
    // link() creates the lock with its pid in one step, or fails.
    while (!(await tryLink(mine, file))) {
      const holder = await readFile(file, 'utf8').catch(() => undefined)
      if (holder === undefined) continue
      if (isAlive(Number(holder))) {
        lockedHere.delete(file)
        return
      }
      await removeStale(file, holder)
    }
  } finally {
    await unlink(mine).catch(() => {})
  }
  return async () => {
    lockedHere.delete(file)
    await unlink(file).catch(() => {})
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Another process may have replaced the stale lock since we read it; then we put its lock back. */
async function removeStale(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(aside, 'utf8')) !== stale) await tryLink(aside, file)
  await unlink(aside)
}

/** Our own pid in a lock that we do not hold was written before a restart (in a container it is often pid 1). */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
