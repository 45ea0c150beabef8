import type { DerivedSize } from './photo-store'

export type DerivedFiles = Record<DerivedSize, Buffer>

export interface ProcessedPhoto {
  /** 400 px square JPEG, cropped to the most salient part. */
  tmb: Buffer
  /** JPEG that fits 1600 px, upright, sRGB, without metadata. */
  lg: Buffer
  width: number
  height: number
  /** 64-bit difference hash as 16 hex digits: re-encoded and resized copies stay within a distance of 7. */
  dhash: string
  /** Compact blurred preview, base64. */
  thumbhash: string
}

/** Turns an uploaded photo into the two files that we store, and makes the derived sizes later. */
export interface ImageProcessor {
  /** Rejects with BadImage if the bytes are not an acceptable picture, and with Busy if too many wait. */
  process(bytes: Buffer): Promise<ProcessedPhoto>
  /** Makes the derived sizes of a stored photo from its large file. Rejects with BadImage if it can't be read. */
  derive(lg: Buffer): Promise<DerivedFiles>
  /** The number of pictures waiting or in progress. */
  waiting(): number
  close(): Promise<void>
}

export type BadImageReason = 'type' | 'too-large' | 'damaged'

export class BadImage extends Error {
  constructor(readonly reason: BadImageReason) {
    super(`Not an acceptable picture: ${reason}`)
  }
}
