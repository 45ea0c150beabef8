import type { Readable } from 'node:stream'

export type PhotoSize = 'tmb' | 'lg'
export const photoSizes: readonly PhotoSize[] = ['tmb', 'lg']

/**
 * Keeps the two JPEG files of a photo under its name (at least 128 random bits). A photo starts private;
 * publishing moves it to where anyone who knows the name may fetch it (a CDN or the bucket itself).
 */
export interface PhotoStore {
  /** Both files are durable when it resolves; neither is left behind when it rejects. */
  put(name: string, files: Record<PhotoSize, Buffer>): Promise<void>
  /** Reads a file, private or public as asked; undefined when it is not there. */
  read(area: 'public' | 'private', name: string, size: PhotoSize): Promise<PhotoFile | undefined>
  /** private -> public and back. Both may be repeated, and finish what an interrupted call began. */
  publish(name: string): Promise<void>
  hide(name: string): Promise<void>
  /** Removes both files wherever they are; removing what is not there is fine. */
  remove(name: string): Promise<void>
  /** Every photo the store holds a file of, each once, without opening any. */
  listing(): AsyncIterable<ListedPhoto>
  ping(): Promise<void>
  /** Resolves when photos could be kept now; rejects with a ConfigurationFault when that needs a hand. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface PhotoFile {
  body: Readable
  bytes: number
}

export interface ListedPhoto {
  name: string
  /** Where files of it lie; both while it is being moved. */
  inPublic: boolean
  inPrivate: boolean
  /** When the newest of them was written, in seconds. */
  writtenTs: number
}
