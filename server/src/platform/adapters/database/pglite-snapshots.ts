import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { lockPhotos } from '../../database/photo-lock'
import type { PgliteDatabase } from './pglite'

/**
 * In the database folder, which only its owner may enter, because the socket gives access to a copy of the files.
 */
const socketIn = (folder: string): string => join(folder, 'snapshot.sock')
const copiesOf = (folder: string): string => `${basename(folder)}.snapshot-`

type SnapshotReply = { copy: string } | { problem: string }

/**
 * Only one process may use the folder, so the running site makes the snapshots for backups: it copies the folder
 * for each client of a socket in it, and deletes the copy when the client disconnects. Meanwhile no photo is
 * deleted.
 */
export async function offerSnapshots(
  database: PgliteDatabase,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const { folder } = database
  const open = new Set<Socket>()
  const serving = new Set<Promise<void>>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => {})
    const served = serve(database, client)
      .catch(onError)
      .finally(() => open.delete(client))
    serving.add(served)
    void served.finally(() => serving.delete(served))
  }).unref()
  const close = async () => {
    for (const client of open) client.destroy()
    await Promise.all(serving)
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  // Left behind by a killed process; the folder lock ensures that no other process uses them.
  for (const name of await readdir(dirname(folder)))
    if (name.startsWith(copiesOf(folder)))
      await rm(join(dirname(folder), name), { recursive: true, force: true })
  await rm(socketIn(folder), { force: true })
  try {
    await once(server.listen(socketIn(folder)), 'listening')
  } catch (error) {
    // The path is too long, or this is Windows: the site still runs, but must be stopped for backups.
    onError(error)
    return { close: async () => {} }
  }
  return { close }
}

async function serve(database: PgliteDatabase, client: Socket): Promise<void> {
  const gone = new Promise<void>((resolve) => client.once('close', () => resolve()))
  const copy = join(dirname(database.folder), copiesOf(database.folder) + randomUUID())
  const send = (reply: SnapshotReply) => client.write(`${JSON.stringify(reply)}\n`)
  const unlockPhotos = await lockPhotos(database.db)
  try {
    await database.copyTo(copy)
    client.resume()
    send({ copy })
    await gone
  } catch (error) {
    send({ problem: (error as Error).message })
    client.end()
    throw error
  } finally {
    await rm(copy, { recursive: true, force: true })
    await unlockPhotos()
  }
}

export interface Snapshot {
  folder: string
  close(): void
}

/** A snapshot from the process that uses the folder; undefined if no process offers one. */
export async function requestSnapshot(folder: string): Promise<Snapshot | undefined> {
  const socket = createConnection(socketIn(folder))
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (!connected) return undefined
  let received = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += chunk
    if (received.endsWith('\n')) break
  }
  const reply = JSON.parse(received || '{"problem":"it disconnected"}') as SnapshotReply
  if ('copy' in reply) return { folder: reply.copy, close: () => socket.destroy() }
  throw new Error(`The running site could not make a snapshot: ${reply.problem}.`)
}
