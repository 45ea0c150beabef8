import sharp from 'sharp'
import { expect } from 'vitest'

export const corners = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] }
/** The corners of `quarters` in reading order. */
export const upright = [corners.red, corners.green, corners.blue, corners.white]

/** The colours in the middle of the four quarters, in reading order. */
export async function coloursOf(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

/** Compares colours after JPEG compression, with a tolerance per channel. */
export function expectColours(found: number[][], wanted: number[][], by = 12): void {
  const wide = wanted.flat()
  const furthest = Math.max(...found.flat().map((value, turn) => Math.abs(value - (wide[turn] ?? -999))))
  expect(furthest, JSON.stringify(found)).toBeLessThanOrEqual(by)
}
