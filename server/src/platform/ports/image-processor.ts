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

/** Turns what a member uploads into the two files we keep. */
export interface ImageProcessor {
  /** Rejects with BadImage when the bytes are no acceptable picture, with Busy when too many wait. */
  process(bytes: Buffer): Promise<ProcessedPhoto>
  /** How many wait or are being worked on. */
  waiting(): number
  close(): Promise<void>
}

export type BadImageReason = 'type' | 'too-large' | 'damaged'

export class BadImage extends Error {
  constructor(readonly reason: BadImageReason) {
    super(`Not an acceptable picture: ${reason}`)
  }
}
