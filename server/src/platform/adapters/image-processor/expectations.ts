import sharp from 'sharp'
import { expect } from 'vitest'
import { BadImage, type ImageProcessor, type ProcessedPhoto } from '../../ports/image-processor'

/** Holds for every processed photo. */
export async function expectGoodPhoto(photo: ProcessedPhoto): Promise<void> {
  const [lg, tmb] = await Promise.all([sharp(photo.lg).metadata(), sharp(photo.tmb).metadata()])
  expect(lg).toMatchObject({ format: 'jpeg', space: 'srgb', channels: 3, depth: 'uchar' })
  expect(lg).toMatchObject({ width: photo.width, height: photo.height })
  expect(Math.max(photo.width, photo.height)).toBeLessThanOrEqual(1600)
  expect(tmb).toMatchObject({ format: 'jpeg', space: 'srgb', width: 400, height: 400 })
  for (const { exif, icc, iptc, xmp, orientation } of [lg, tmb])
    expect([exif, icc, iptc, xmp, orientation]).toEqual(Array(5).fill(undefined))
  expect([0, 8 * 32]).toContain(photo.pdq?.length)
  expect(Buffer.from(photo.thumbhash, 'base64').length).toBeGreaterThan(4)
}

/** The reason for the refusal, or 'processed'; errors other than BadImage are rethrown. */
export async function refusal(images: ImageProcessor, bytes: Buffer): Promise<string> {
  try {
    await expectGoodPhoto(await images.process(bytes))
    return 'processed'
  } catch (error) {
    if (error instanceof BadImage) return error.reason
    throw error
  }
}
