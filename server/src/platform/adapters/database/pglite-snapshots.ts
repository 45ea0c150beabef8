import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { lockPhotos } from '../../database/photo-lock'
import type { PgliteDatabase } from './pglite'

/** In the folder itself, which only its owner may enter: whoever reaches the socket may read the files as well. */
const socketIn = (folder: string): string => join(folder, 'snapshot.sock')
const copiesOf = (folder: string): string => `${basename(folder)}.snapshot-`

type Told = { copy: string } | { problem: string }

/**
 * Only one process may use the folder, so while the site runs it is the site that makes a snapshot for a backup:
 * a copy of the folder for whoever connects to a socket in it, gone again when they hang up. Photos are held for
 * as long.
 */
export async function offerSnapshots(
  database: PgliteDatabase,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const { folder } = database
  const open = new Set<Socket>()
  const serving = new Set<Promise<void>>()
  const server = createServer((visitor) => {
    open.add(visitor)
    visitor.on('error', () => {})
    const served = serve(database, visitor)
      .catch(onError)
      .finally(() => open.delete(visitor))
    serving.add(served)
    void served.finally(() => serving.delete(served))
  }).unref()
  const close = async () => {
    for (const visitor of open) visitor.destroy()
    await Promise.all(serving)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  // What a killed process left behind; the lock says that nobody else is at home.
  for (const name of await readdir(dirname(folder)))
    if (name.startsWith(copiesOf(folder)))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  await rm(socketIn(folder), { force: true })
  try {
    await once(server.listen(socketIn(folder)), 'listening')
  } catch (error) {
    // A path too long, or Windows: the site runs all the same, and is backed up while stopped.
    onError(error)
    return { close: async () => {} }
  }
  return { close }
}

async function serve(database: PgliteDatabase, visitor: Socket): Promise<void> {
  const gone = new Promise<void>((resolve) => visitor.once('close', () => resolve()))
  const copy = join(dirname(database.folder), copiesOf(database.folder) + randomUUID())
  const tell = (told: Told) => visitor.write(`${JSON.stringify(told)}\n`)
  const letGo = await lockPhotos(database.db)
  try {
    await database.copyTo(copy)
    visitor.resume()
    tell({ copy })
    await gone
  } catch (error) {
    tell({ problem: (error as Error).message })
    visitor.end()
    throw error
  } finally {
    await rm(copy, { recursive: true, force: true })
    await letGo()
  }
}

export interface Snapshot {
  folder: string
  close(): void
}

/** A snapshot from the process that has the folder; undefined when nobody there offers one. */
export async function askForSnapshot(folder: string): Promise<Snapshot | undefined> {
  const socket = createConnection(socketIn(folder))
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (!connected) return undefined
  let said = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.endsWith('\n')) break
  }
  const told = JSON.parse(said || '{"problem":"it hung up"}') as Told
  if ('copy' in told) return { folder: told.copy, close: () => socket.destroy() }
  throw new Error(`The running site could not make a snapshot: ${told.problem}.`)
}
