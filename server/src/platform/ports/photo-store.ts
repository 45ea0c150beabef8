import type { Readable } from 'node:stream'
import { type DerivedSize, derivedSizes, type PhotoSize } from '@rosella/contract/photos/sizes'

export type { DerivedSize, PhotoSize }
/** The files that every photo has; backups contain only these. */
export const baseSizes = ['tmb', 'lg'] as const
export type BaseSize = (typeof baseSizes)[number]
export const isBaseSize = (size: PhotoSize): size is BaseSize => size === 'tmb' || size === 'lg'
export const photoSizes: readonly PhotoSize[] = [...baseSizes, ...derivedSizes]

export type PhotoFiles = Record<BaseSize, Buffer> & Partial<Record<DerivedSize, Buffer>>

/**
 * Stores the files of a photo under its name (at least 128 random bits): two JPEG files and, once they are made, the
 * derived sizes. A new photo is private; publishing moves it to where anyone who knows the name may fetch it (a CDN or
 * the bucket itself).
 */
export interface PhotoStore {
  /** The files are durable when it resolves; none is left behind when it rejects. */
  put(name: string, files: PhotoFiles): Promise<void>
  /** Adds derived sizes, which are private until the next `publish`. */
  add(name: string, files: Partial<Record<DerivedSize, Buffer>>): Promise<void>
  /** Reads a file from the given area; undefined if it is not there. */
  read(area: 'public' | 'private', name: string, size: PhotoSize): Promise<PhotoFile | undefined>
  /**
   * Moves every file private -> public and back. Both may be repeated, and finish what an interrupted call began. They
   * reject if a JPEG file is missing; derived sizes may be.
   */
  publish(name: string): Promise<void>
  hide(name: string): Promise<void>
  /** Deletes every file wherever it is; deleting a missing photo is allowed. */
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
