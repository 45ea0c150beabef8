import type { DerivedSize } from './photo-store'

export type DerivedFiles = Record<DerivedSize, Buffer>

export interface ProcessedPhoto {
  /** 400 px square JPEG, cropped to the most salient part. */
  tmb: Buffer
  /** JPEG that fits 1600 px, upright, sRGB, without metadata. */
  lg: Buffer
  width: number
  height: number
  /**
   * PDQ hashes of the picture, its mirror image and six centred crops, 32 bytes each; empty if it has too little detail
   * to compare, null if the hashing failed.
   */
  pdq: Uint8Array | null
  /** Compact blurred preview, base64. */
  thumbhash: string
}

/** Turns an uploaded photo into the two files that we store, and makes the derived sizes later. */
export interface ImageProcessor {
  /** Rejects with BadImage if the bytes are not an acceptable picture, and with Busy if too many wait. */
  process(bytes: Buffer): Promise<ProcessedPhoto>
  /** Makes the derived sizes of a stored photo from its large file. Rejects with BadImage if it can't be read. */
  derive(lg: Buffer): Promise<DerivedFiles>
  /** The same hashes as from `process`, for a stored photo. Rejects with BadImage if it can't be read. */
  hash(lg: Buffer): Promise<Uint8Array>
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

export const HASH_BYTES = 32
/** At most this many of 256 bits differ between copies of a picture, as Meta recommends. */
export const MAX_DISTANCE = 31

/** The distance of the nearest variant of one picture to the whole of another; undefined if either has no hashes. */
export function pictureDistance(
  one: Uint8Array | null | undefined,
  other: Uint8Array | null | undefined,
): number | undefined {
  if (!one?.length || !other?.length) return undefined
  let nearest = HASH_BYTES * 8
  for (let at = 0; at < one.length; at += HASH_BYTES)
    nearest = Math.min(nearest, hashDistance(one.subarray(at), other))
  return nearest
}

/** The number of bits in which the first hash of each differs. */
export function hashDistance(one: Uint8Array, other: Uint8Array): number {
  let distance = 0
  for (let n = 0; n < HASH_BYTES; n++) {
    for (let bits = (one[n] as number) ^ (other[n] as number); bits !== 0; bits &= bits - 1) distance++
  }
  return distance
}

/** Photos of members, and known photos of the bank. */
export type MatchKind = 'photo' | 'known'
/** The entries with at most 31 bits that differ, nearest first. */
export type PhotoMatches = Record<MatchKind, { ref: number; distance: number }[]>

/** Searches the hashes of all photos in memory, in a thread of its own. Only a cache: it starts empty. */
export interface HashIndex {
  /** Every entry has the same number of hashes. Refs are unique; owner 0 is nobody. */
  add(
    kind: MatchKind,
    entries: { refs: Float64Array; owners: Float64Array; hashes: Uint8Array },
  ): Promise<void>
  /** Compares each of the hashes with each that was added, except those of one owner. */
  find(hashes: Uint8Array, options: { except?: number; atMost: number }): Promise<PhotoMatches>
  clear(): Promise<void>
  /** Called when the thread has died, and everything that was added with it. */
  onLost(listener: () => void): void
  close(): Promise<void>
}
