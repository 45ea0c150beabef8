import { HASH_BYTES, MAX_DISTANCE } from '../../ports/image-processor'

export interface HashEntries {
  /** Identifies each entry; unique. */
  refs: Float64Array
  /** The member of each entry; 0 for nobody. */
  owners: Float64Array
  /** The same number of hashes for each entry, one after another. */
  hashes: Uint8Array
}

export interface HashMatch {
  ref: number
  /** The number of bits that differ. */
  distance: number
}

const WORDS = HASH_BYTES / 4
const PARTS = HASH_BYTES / 2
const VALUES = 65_536
const FIRST_CAPACITY = 1024

/**
 * Hashes in memory. Two that differ in at most 31 bits differ in at most one bit of one of their 16 parts, so a search
 * compares only hashes that have such a part: a few thousand of a million. Each hash takes 100 bytes.
 */
export class HashIndex {
  #words = new Int32Array(FIRST_CAPACITY * WORDS)
  #parts = new Uint16Array(this.#words.buffer)
  /** For each part of each hash, the number (from 1) of the previous hash with the same part; 0 if there is none. */
  #previous = new Uint32Array(FIRST_CAPACITY * PARTS)
  /** For each value of each part, the number of the last hash that has it. */
  readonly #last = new Uint32Array(PARTS * VALUES)
  /** The entry of each hash. */
  #entries = new Uint32Array(FIRST_CAPACITY)
  #hashes = 0
  readonly #refs: number[] = []
  readonly #owners: number[] = []

  add({ refs, owners, hashes }: HashEntries): void {
    const first = this.#hashes
    const count = hashes.length / HASH_BYTES
    const each = count / refs.length
    if (first + count > this.#entries.length) this.#grow(first + count)
    new Uint8Array(this.#words.buffer).set(hashes, first * HASH_BYTES)
    for (let n = first; n < first + count; n++) {
      this.#entries[n] = this.#refs.length + Math.floor((n - first) / each)
      for (let part = 0; part < PARTS; part++) {
        const value = part * VALUES + (this.#parts[n * PARTS + part] as number)
        this.#previous[n * PARTS + part] = this.#last[value] as number
        this.#last[value] = n + 1
      }
    }
    for (const ref of refs) this.#refs.push(ref)
    for (const owner of owners) this.#owners.push(owner)
    this.#hashes += count
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, Math.ceil(this.#entries.length * 1.5))
    const words = new Int32Array(capacity * WORDS)
    words.set(this.#words)
    this.#words = words
    this.#parts = new Uint16Array(words.buffer)
    const previous = new Uint32Array(capacity * PARTS)
    previous.set(this.#previous)
    this.#previous = previous
    const entries = new Uint32Array(capacity)
    entries.set(this.#entries)
    this.#entries = entries
  }

  /** The nearest entries of other owners to any of these hashes. */
  find(hashes: Uint8Array, except: number, atMost: number): HashMatch[] {
    const words = new Int32Array(Uint8Array.from(hashes).buffer)
    const parts = new Uint16Array(words.buffer)
    const nearest = new Map<number, number>()
    const compare = (n: number, wanted: number) => {
      const distance = distanceOf(this.#words, n * WORDS, words, wanted * WORDS)
      if (distance > MAX_DISTANCE) return
      const entry = this.#entries[n] as number
      if (this.#owners[entry] === except && except !== 0) return
      if (distance < (nearest.get(entry) ?? MAX_DISTANCE + 1)) nearest.set(entry, distance)
    }
    for (let at = 0; at < parts.length; at++) {
      const part = at % PARTS
      const wanted = (at - part) / PARTS
      for (let bit = 0; bit <= 16; bit++) {
        // The 17th leaves the value as it is, because a part has 16 bits.
        const value = ((parts[at] as number) ^ (1 << bit)) & (VALUES - 1)
        for (let n = this.#last[part * VALUES + value] as number; n > 0; ) {
          compare(n - 1, wanted)
          n = this.#previous[(n - 1) * PARTS + part] as number
        }
      }
    }
    return [...nearest]
      .map(([entry, distance]) => ({ ref: this.#refs[entry] as number, distance }))
      .sort((a, b) => a.distance - b.distance || a.ref - b.ref)
      .slice(0, atMost)
  }
}

/** The number of bits that differ, or a number above MAX_DISTANCE as soon as there are more. */
function distanceOf(one: Int32Array, at: number, other: Int32Array, from: number): number {
  let distance = 0
  for (let n = 0; n < WORDS && distance <= MAX_DISTANCE; n++) {
    let bits = (one[at + n] as number) ^ (other[from + n] as number)
    bits -= (bits >>> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
    bits = (bits + (bits >>> 4)) & 0x0f0f0f0f
    distance += Math.imul(bits, 0x01010101) >>> 24
  }
  return distance
}
