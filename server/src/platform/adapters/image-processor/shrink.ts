import type { Pixels } from './tiff'

/** Twice the stored size, so that the final resize looks as if it started from the original. */
const ENOUGH = 3200

/**
 * Averages blocks of n x n pixels, with the largest n that leaves enough; returns small pictures unchanged. A large
 * picture is already in memory twice during decoding, and must not be there a third time.
 */
export function shrunk(pixels: Pixels): Pixels {
  const { data, stride, channels } = pixels
  const n = Math.floor(Math.max(pixels.width, pixels.height) / ENOUGH)
  if (n < 2) return pixels
  const width = Math.max(1, Math.floor(pixels.width / n))
  const height = Math.max(1, Math.floor(pixels.height / n))
  const [across, down] = [Math.min(n, pixels.width), Math.min(n, pixels.height)]
  const out = new Uint8Array(width * height * channels)
  const sums = [0, 0, 0]
  let to = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sums.fill(0)
      let weights = 0
      for (let row = 0; row < down; row++) {
        let at = (y * n + row) * stride + x * n * channels
        for (let column = 0; column < across; column++, at += channels) {
          // Transparent pixels do not contribute colour.
          const weight = channels === 4 ? (data[at + 3] as number) : 255
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] as number) + (data[at + c] as number) * weight
          weights += weight
        }
      }
      for (let c = 0; c < 3; c++) out[to + c] = weights === 0 ? 0 : Math.round((sums[c] as number) / weights)
      if (channels === 4) out[to + 3] = Math.round(weights / (across * down))
      to += channels
    }
  }
  return { data: out, stride: width * channels, width, height, channels }
}
