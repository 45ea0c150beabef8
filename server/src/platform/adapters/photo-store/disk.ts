import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photoPath, readPhotoPath } from '@rosella/contract/photos/sizes'
import { ConfigurationFault } from '../../failure'
import {
  type BaseSize,
  baseSizes,
  isBaseSize,
  type ListedPhoto,
  type PhotoFile,
  type PhotoFiles,
  type PhotoSize,
  type PhotoStore,
  photoSizes,
} from '../../ports/photo-store'
import { folderFault, isDiskError, throwTransient } from '../throw-transient'
import { assertPhotoName, isPhotoName, missingPhoto, noteFile, noteNameOf } from './photo-name'

type Area = 'public' | 'private'
const areas: readonly Area[] = ['public', 'private']
const hourMs = 3_600_000

/** Files at `{public|private}/{photoPath}` below our own folder, and notes in `private/notes/{name}.txt`. */
export async function openDiskStore(dir: string): Promise<PhotoStore> {
  const folder = (area: Area, base: BaseSize) => join(dir, area, base)
  const folders = areas.flatMap((area) => baseSizes.map((base) => folder(area, base)))
  const notes = join(dir, 'private', 'notes')
  const path = (area: Area, size: PhotoSize, name: string) => join(dir, area, photoPath(size, name))

  const orTransient = throwTransient(isDiskError, folderFault('photos', dir))

  async function makeFolders(): Promise<void> {
    for (const each of folders) await mkdir(each, { recursive: true })
  }
  async function ping(): Promise<void> {
    for (const each of folders) await access(each, constants.R_OK | constants.W_OK | constants.X_OK)
  }
  async function prepare(): Promise<void> {
    await makeFolders()
    for (const each of folders) await deleteOldTemporaries(each)
  }
  // The site starts anyway; `check` reports the fault.
  await prepare()
    .catch(orTransient)
    .catch((error) => {
      if (!(error instanceof ConfigurationFault)) throw error
    })

  async function put(name: string, files: Partial<PhotoFiles>): Promise<void> {
    assertPhotoName(name)
    const steps = photoSizes.flatMap((size) => {
      const [bytes, final] = [files[size], path('private', size, name)]
      return bytes ? { bytes, temporary: join(dirname(final), `.${name}.${randomUUID()}.tmp`), final } : []
    })
    try {
      for (const { temporary, bytes } of steps) await writeDurably(temporary, bytes)
      for (const { temporary, final } of steps) await rename(temporary, final)
      for (const base of baseSizes) await syncFolder(folder('private', base))
    } catch (error) {
      const left = steps.flatMap(({ temporary, final }) => [temporary, final])
      await Promise.allSettled(left.map((file) => rm(file, { force: true })))
      throw error
    }
  }

  async function read(area: Area, name: string, size: PhotoSize): Promise<PhotoFile | undefined> {
    if (!isPhotoName(name) || !photoSizes.includes(size)) return undefined
    const handle = await open(path(area, size, name)).catch(absent)
    if (!handle) return undefined
    const { size: bytes } = await handle.stat()
    return { body: handle.createReadStream(), bytes }
  }

  async function move(name: string, from: Area, to: Area): Promise<void> {
    assertPhotoName(name)
    for (const size of photoSizes) {
      const target = path(to, size, name)
      const moved = await rename(path(from, size, name), target).then(() => true, absent)
      if (!moved && isBaseSize(size) && !(await stat(target).catch(absent))) throw missingPhoto(name)
    }
    for (const base of baseSizes) {
      await syncFolder(folder(to, base))
      await syncFolder(folder(from, base))
    }
  }

  async function remove(name: string): Promise<void> {
    assertPhotoName(name)
    for (const area of areas) for (const size of photoSizes) await rm(path(area, size, name), { force: true })
    for (const each of folders) await syncFolder(each)
  }

  // A photo is listed at the first of its files that exists; checking that needs no memory.
  const places = photoSizes.flatMap((size) => areas.map((area) => ({ area, size })))
  async function* listing(): AsyncIterable<ListedPhoto> {
    for (const area of areas) {
      for (const base of baseSizes) {
        for await (const { name: file } of await opendir(folder(area, base))) {
          const found = readPhotoPath(`${base}/${file}`)
          const photo = found && (await listedAt(found.name, area, found.size))
          if (photo) yield photo
        }
      }
    }
  }

  /** Undefined if an earlier place has a file of the photo, or if the file has been moved or deleted meanwhile. */
  async function listedAt(name: string, area: Area, size: PhotoSize): Promise<ListedPhoto | undefined> {
    const at = places.findIndex((place) => place.area === area && place.size === size)
    for (const earlier of places.slice(0, at))
      if ((await writtenAt(path(earlier.area, earlier.size, name))) !== undefined) return undefined
    const times = await Promise.all(
      places.slice(at).map(async (place) => ({
        area: place.area,
        ts: await writtenAt(path(place.area, place.size, name)),
      })),
    )
    const files = times.flatMap(({ area, ts }) => (ts === undefined ? [] : { area, ts }))
    if (files.length === 0) return undefined
    return {
      name,
      inPublic: files.some(({ area }) => area === 'public'),
      inPrivate: files.some(({ area }) => area === 'private'),
      writtenTs: Math.max(...files.map(({ ts }) => ts)),
    }
  }

  async function writeNote(name: string, text: string): Promise<void> {
    const final = join(notes, noteFile(name))
    const temporary = join(notes, `.${name}.${randomUUID()}.tmp`)
    await mkdir(notes, { recursive: true })
    try {
      await writeDurably(temporary, Buffer.from(text))
      await rename(temporary, final)
      await syncFolder(notes)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function listNotes(): Promise<string[]> {
    const files = (await readdir(notes).catch(absent)) ?? []
    return files.flatMap((file) => noteNameOf(file) ?? []).sort()
  }

  return {
    put: (name, files) => put(name, files).catch(orTransient),
    add: (name, files) => put(name, files).catch(orTransient),
    read: (area, name, size) => read(area, name, size).catch(orTransient),
    publish: (name) => move(name, 'private', 'public').catch(orTransient),
    hide: (name) => move(name, 'public', 'private').catch(orTransient),
    remove: (name) => remove(name).catch(orTransient),
    listing,
    readNote: async (name) =>
      readFile(join(notes, noteFile(name)), 'utf8')
        .catch(absent)
        .catch(orTransient),
    writeNote: (name, text) => writeNote(name, text).catch(orTransient),
    listNotes: () => listNotes().catch(orTransient),
    ping,
    check: () => makeFolders().then(ping).catch(orTransient),
    async close() {},
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** In seconds; undefined if there is no such file. */
async function writtenAt(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(absent)
  return found && Math.floor(found.mtimeMs / 1000)
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o640)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename is durable once its folder is synced; Windows cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Deletes what a killed process was writing; younger files may belong to a running process. */
async function deleteOldTemporaries(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) {
    if (!name.endsWith('.tmp')) continue
    const file = join(folder, name)
    const age = Date.now() - ((await stat(file).catch(absent))?.mtimeMs ?? Date.now())
    if (age > hourMs) await rm(file, { force: true })
  }
}

/** Merges lists that are sorted by name and groups entries of the same name. A bucket lists its keys in order. */
export async function* mergeSorted<T extends { name: string }>(
  lists: readonly AsyncGenerator<T>[],
): AsyncGenerator<T[]> {
  try {
    const heads = await Promise.all(lists.map((list) => list.next()))
    for (;;) {
      const waiting = heads.flatMap((head) => (head.done ? [] : [head.value.name]))
      if (waiting.length === 0) return
      const least = waiting.reduce((a, b) => (b < a ? b : a))
      const same: T[] = []
      for (const [turn, list] of lists.entries()) {
        for (let head = heads[turn]; head && !head.done && head.value.name === least; ) {
          same.push(head.value)
          head = await list.next()
          heads[turn] = head
        }
      }
      yield same
    }
  } finally {
    for (const list of lists) await list.return(undefined)
  }
}
