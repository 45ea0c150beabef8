import { HASH_BYTES } from '../../ports/image-processor'

/**
 * PDQ, the perceptual hash that Meta published in 2019: luminance, two passes of a box filter in each direction, 64 x 64
 * samples, the 16 lowest frequencies of each direction, and a bit for each that is above the median. Hashes of the same
 * picture from other implementations differ in a few bits at most (pdq.test.ts), so banks can be exchanged.
 */

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
  /** 1 is grey, 3 is RGB. */
  channels: number
}

/** Hashes of pictures with less detail say nothing, as Meta recommends. */
const MIN_QUALITY = 50

/** Shares of both sides that a centred crop removes. Crops between two of them are within MAX_DISTANCE of one. */
const crops = [0.025, 0.05, 0.075, 0.1, 0.125, 0.15]
/** The whole picture, its mirror image and the crops. */
export const VARIANTS = 2 + crops.length

const SIDE = 64
const FREQUENCIES = 16
/** Smaller pictures have no hash. */
const MIN_SIDE = 5

interface Luma {
  values: Float32Array
  width: number
  height: number
}

/** The hash of a picture, and how much detail it has from 0 to 100. @internal exported for its test */
export function pdq(pixels: Pixels): { hash: Uint8Array; quality: number } {
  const { coefficients, quality } = transform(lumaOf(pixels))
  return { hash: bitsOf(coefficients), quality }
}

/** The hashes of all variants, one after another; empty if the picture has too little detail to compare. */
export function pdqVariants(pixels: Pixels): Uint8Array {
  const luma = lumaOf(pixels)
  if (Math.min(luma.width, luma.height) < MIN_SIDE) return new Uint8Array()
  const { coefficients, quality } = transform(luma)
  if (quality < MIN_QUALITY) return new Uint8Array()
  const hashes = new Uint8Array(VARIANTS * HASH_BYTES)
  hashes.set(bitsOf(coefficients))
  hashes.set(bitsOf(transform(mirrored(luma)).coefficients), HASH_BYTES)
  for (const [n, share] of crops.entries())
    hashes.set(bitsOf(transform(cropped(luma, share)).coefficients), (2 + n) * HASH_BYTES)
  return hashes
}

function lumaOf({ data, width, height, channels }: Pixels): Luma {
  const values = new Float32Array(width * height)
  for (let to = 0, at = 0; to < values.length; to++, at += channels) {
    values[to] =
      channels === 1
        ? (data[at] as number)
        : 0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)
  }
  return { values, width, height }
}

/** Changing signs of the coefficients would be faster, but misses the mirrored picture by up to 22 bits. */
function mirrored({ values, width, height }: Luma): Luma {
  const turned = new Float32Array(values.length)
  for (let y = 0; y < height; y++)
    turned.set(values.subarray(y * width, (y + 1) * width).toReversed(), y * width)
  return { values: turned, width, height }
}

function cropped({ values, width, height }: Luma, share: number): Luma {
  const [left, top] = [Math.round((width * share) / 2), Math.round((height * share) / 2)]
  const [w, h] = [width - 2 * left, height - 2 * top]
  const middle = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    const from = (top + y) * width + left
    middle.set(values.subarray(from, from + w), y * w)
  }
  return { values: middle, width: w, height: h }
}

function transform(luma: Luma): { coefficients: Float32Array; quality: number } {
  const { width, height } = luma
  const blurred = luma.values.slice()
  const between = new Float32Array(blurred.length)
  for (let pass = 0; pass < 2; pass++) {
    blurRows(blurred, between, luma)
    blurColumns(between, blurred, luma)
  }
  const samples = new Float32Array(SIDE * SIDE)
  for (let y = 0; y < SIDE; y++) {
    const row = Math.floor(((y + 0.5) * height) / SIDE) * width
    for (let x = 0; x < SIDE; x++)
      samples[y * SIDE + x] = blurred[row + Math.floor(((x + 0.5) * width) / SIDE)] as number
  }
  return { coefficients: lowFrequencies(samples), quality: qualityOf(samples) }
}

/** Half of what becomes one sample, because the filter runs twice. */
function windowOf(length: number): { before: number; after: number } {
  const size = Math.ceil(length / (2 * SIDE))
  const after = size >> 1
  return { before: size - 1 - after, after }
}

/** The mean of each value and its neighbours in its row, fewer at both ends. */
function blurRows(from: Float32Array, to: Float32Array, { width, height }: Luma): void {
  const { before, after } = windowOf(width)
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * width, (y + 1) * width]
    let sum = 0
    let count = 0
    for (let at = start; at < start + after; at++, count++) sum += from[at] as number
    for (let at = start; at < end; at++) {
      if (at + after < end) {
        sum += from[at + after] as number
        count++
      }
      if (at - before > start) {
        sum -= from[at - before - 1] as number
        count--
      }
      to[at] = sum / count
    }
  }
}

/** The same for columns, together, because memory is read in rows. */
function blurColumns(from: Float32Array, to: Float32Array, { width, height }: Luma): void {
  const { before, after } = windowOf(height)
  const sums = new Float64Array(width)
  let count = 0
  const add = (y: number, sign: 1 | -1) => {
    for (let x = 0, at = y * width; x < width; x++, at++)
      sums[x] = (sums[x] as number) + sign * (from[at] as number)
    count += sign
  }
  for (let y = 0; y < after; y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + after < height) add(y + after, 1)
    if (y > before) add(y - before - 1, -1)
    for (let x = 0, at = y * width; x < width; x++, at++) to[at] = (sums[x] as number) / count
  }
}

/** Counts the differences between neighbours that a person would notice. */
function qualityOf(samples: Float32Array): number {
  let sum = 0
  const add = (at: number, next: number) => {
    sum += Math.abs(Math.trunc((((samples[at] as number) - (samples[next] as number)) * 100) / 255))
  }
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = y * SIDE + x
      if (y + 1 < SIDE) add(at, at + SIDE)
      if (x + 1 < SIDE) add(at, at + 1)
    }
  }
  return Math.min(100, Math.trunc(sum / 90))
}

/** Rows of the discrete cosine transform, without the constant one. */
const cosines = Float32Array.from({ length: FREQUENCIES * SIDE }, (_, n) => {
  const [frequency, sample] = [Math.floor(n / SIDE) + 1, n % SIDE]
  return Math.sqrt(2 / SIDE) * Math.cos((Math.PI / 2 / SIDE) * frequency * (2 * sample + 1))
})

function lowFrequencies(samples: Float32Array): Float32Array {
  const columns = new Float32Array(FREQUENCIES * SIDE)
  for (let f = 0; f < FREQUENCIES; f++) {
    for (let x = 0; x < SIDE; x++) {
      let sum = 0
      for (let y = 0; y < SIDE; y++)
        sum += (cosines[f * SIDE + y] as number) * (samples[y * SIDE + x] as number)
      columns[f * SIDE + x] = sum
    }
  }
  const coefficients = new Float32Array(FREQUENCIES * FREQUENCIES)
  for (let v = 0; v < FREQUENCIES; v++) {
    for (let h = 0; h < FREQUENCIES; h++) {
      let sum = 0
      for (let x = 0; x < SIDE; x++)
        sum += (columns[v * SIDE + x] as number) * (cosines[h * SIDE + x] as number)
      coefficients[v * FREQUENCIES + h] = sum
    }
  }
  return coefficients
}

/** The first bit is the last of the hash, as in the hexadecimal form that others use. */
function bitsOf(coefficients: Float32Array): Uint8Array {
  const median = Float32Array.from(coefficients).sort()[coefficients.length / 2 - 1] as number
  const hash = new Uint8Array(HASH_BYTES)
  for (const [n, value] of coefficients.entries()) {
    if (value > median)
      hash[HASH_BYTES - 1 - (n >> 3)] = (hash[HASH_BYTES - 1 - (n >> 3)] as number) | (1 << (n & 7))
  }
  return hash
}
