import type { Readable } from 'node:stream'

export type PhotoSize = 'tmb' | 'lg'
export const photoSizes: readonly PhotoSize[] = ['tmb', 'lg']

/**
 * Stores the two JPEG files of a photo under its name (at least 128 random bits). A new photo is private;
 * publishing moves it to where anyone who knows the name may fetch it (a CDN or the bucket itself).
 */
export interface PhotoStore {
  /** Both files are durable when it resolves; neither is left behind when it rejects. */
  put(name: string, files: Record<PhotoSize, Buffer>): Promise<void>
  /** Reads a file from the given area; undefined if it is not there. */
  read(area: 'public' | 'private', name: string, size: PhotoSize): Promise<PhotoFile | undefined>
  /** private -> public and back. Both may be repeated, and finish what an interrupted call began. */
  publish(name: string): Promise<void>
  hide(name: string): Promise<void>
  /** Deletes both files wherever they are; deleting a missing photo is allowed. */
  remove(name: string): Promise<void>
  /** Every photo with at least one file, each once, without opening any. */
  listing(): AsyncIterable<ListedPhoto>
  /**
   * Private texts of the site beside its photos, which outlive the database. A name has small letters, digits and
   * hyphens. The latest text wins, and it is durable when the call resolves.
   */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
  /** The names of all notes, sorted. */
  listNotes(): Promise<string[]>
  ping(): Promise<void>
  /** Resolves if photos can be stored now; rejects with a ConfigurationFault if the operator must act. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface PhotoFile {
  body: Readable
  bytes: number
}

export interface ListedPhoto {
  name: string
  /** The areas that contain its files; both while it is being moved. */
  inPublic: boolean
  inPrivate: boolean
  /** When its newest file was written, in seconds. */
  writtenTs: number
}
