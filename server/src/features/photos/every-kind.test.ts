import { setTimeout as sleep } from 'node:timers/promises'
import { coloursOf, expectColours, upright } from '@rosella/testkit/colours'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { bomb, claiming, heic, lying, quarters, scene, turned } from '@rosella/testkit/pictures'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

// Uploads every kind of file that a member could send: the result is a good photo or a clear 400.
let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  const [person] = await app.members('Anna')
  if (!person) throw new Error('no cast')
  anna = person
})
afterEach(async () => {
  for (const { filename } of await anna.call('GET /api/photos'))
    await anna.call('DELETE /api/photo', { photo: filename })
  await assertPhotosInOrder(app)
})
afterAll(() => app.close())

/** Uploads a file and fetches both sizes, as the owner sees them. */
async function processed(bytes: Buffer, name?: string): Promise<{ tmb: Buffer; lg: Buffer }> {
  await anna.upload(bytes, name)
  const photo = (await anna.call('GET /api/photos')).at(-1)
  const file = async (path = '') => Buffer.from(await (await fetch(app.url + path)).arrayBuffer())
  const [tmb, lg] = [await file(photo?.tmb_url), await file(photo?.lg_url)]
  for (const each of [tmb, lg]) {
    const { format, space, exif, icc, xmp, iptc, orientation } = await sharp(each).metadata()
    expect({ format, space }).toEqual({ format: 'jpeg', space: 'srgb' })
    expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined))
  }
  return { tmb, lg }
}
const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}
const animated = async (format: 'gif' | 'webp') => {
  const frames = await Promise.all([quarters(120, 80), scene(4, 120, 80), scene(5, 120, 80)])
  const join = { animated: true, across: 1 }
  return sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), { join })
    .toFormat(format, { loop: 0, delay: [100, 100, 100] })
    .toBuffer()
}

describe('[D §6] a good photo, upright, sRGB and without metadata', () => {
  // All eight are tested with the image processor.
  test('a JPEG that its EXIF orientation turns', async () => {
    const { lg } = await processed(await lying(6, await quarters()))
    expect(await sizeOf(lg)).toEqual([600, 400])
    expectColours(await coloursOf(lg), upright)
  })

  test('a JPEG with a GPS position', async () => {
    const place = { GPSLatitudeRef: 'S', GPSLatitude: '33/1 52/1 0/1', GPSLongitudeRef: 'E' }
    const tagged = await (await scene(1))
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: place })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('SecretCamera')).toBe(true)
    const { tmb, lg } = await processed(tagged)
    for (const file of [tmb, lg])
      for (const trace of ['Exif', 'SecretCamera']) expect(file.includes(trace)).toBe(false)
  })

  test('HEIC from a phone, landscape and portrait, with any file name', async () => {
    const file = await heic(await quarters())
    expectColours(await coloursOf((await processed(file, 'IMG_0001.HEIC')).lg), upright, 20)
    const { lg } = await processed(turned(file, 1), 'image.jpg')
    expect(await sizeOf(lg)).toEqual([400, 600])
  })

  test('a PNG with alpha, on white', async () => {
    const clear = { r: 255, g: 0, b: 0, alpha: 0 }
    const png = sharp({ create: { width: 300, height: 200, channels: 4, background: clear } }).png()
    const { lg } = await processed(await png.toBuffer())
    expectColours(await coloursOf(lg), Array(4).fill([255, 255, 255]), 4)
  })

  test('a 16-bit PNG', async () => {
    const deep = await (await quarters()).toColourspace('rgb16').png().toBuffer()
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' })
    expectColours(await coloursOf((await processed(deep)).lg), upright)
  })

  test('a CMYK JPEG', async () => {
    const ink = await (await quarters()).toColourspace('cmyk').jpeg().toBuffer()
    expect(await sharp(ink).metadata()).toMatchObject({ space: 'cmyk' })
    // Ink cannot reproduce these colours, so they are only recognisable.
    const found = await coloursOf((await processed(ink)).lg)
    expect(found.slice(0, 3).map((colour) => colour.indexOf(Math.max(...colour)))).toEqual([0, 1, 2])
  })

  test.each(['gif', 'webp'] as const)('the first frame of an animated %s', async (format) => {
    const { lg } = await processed(await animated(format))
    expect(await sizeOf(lg)).toEqual([120, 80])
    expectColours(await coloursOf(lg), upright, 24)
  })

  test.each(['avif', 'webp', 'gif'] as const)('%s, named notes.txt', async (format) => {
    const { lg } = await processed(await (await quarters()).toFormat(format).toBuffer(), 'notes.txt')
    expectColours(await coloursOf(lg), upright, 20)
  })
})

const type = 'Invalid file type. Please upload an image.'
const damaged = "This photo is damaged, so we can't read it. Please choose another."
const tooLarge = 'This photo is too large. Please choose one of up to 25 MB and 64 megapixels.'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))

describe('[P2 §5] a clear 400', () => {
  test.each<[kind: string, message: string, make: () => Buffer | Promise<Buffer>]>([
    ['SVG named .jpg', type, () => Buffer.from(svg)],
    ['HTML named .jpg', type, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', type, () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['TIFF', type, async () => (await quarters()).tiff().toBuffer()],
    ['zero bytes', 'Please choose a photo.', () => Buffer.alloc(0)],
    ['one byte', type, () => Buffer.from([0xff])],
    ['a JPEG cut in half', damaged, async () => cut(await (await scene(2)).jpeg().toBuffer())],
    ['a PNG cut in half', damaged, async () => cut(await (await scene(2)).png().toBuffer())],
    ['a WebP cut in half', damaged, async () => cut(await (await scene(2)).webp().toBuffer())],
    ['an HEIC cut in half', damaged, async () => cut(await heic(await quarters()))],
    ['SVG behind a JPEG beginning', damaged, () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1')],
    ['a PNG that decompresses to 20,000 x 20,000', tooLarge, () => bomb(20_000)],
    ['one row over 64 megapixels', tooLarge, () => bomb(8_001)],
    [
      'an HEIC that claims 20,000 x 20,000',
      tooLarge,
      async () => claiming(await heic(await quarters()), 2e4, 2e4),
    ],
    ['more than 25 MB', tooLarge, () => Buffer.alloc(25 * 1024 * 1024 + 1, 255)],
  ])('%s: %s', async (_kind, message, make) => {
    expect(await anna.tryUpload(await make())).toMatchObject({
      status: 400,
      body: { code: expect.any(String), message },
    })
    expect(await anna.call('GET /api/photos')).toEqual([])
  })
})

test('responds to other requests while processing the heaviest pictures', async () => {
  // Compares within one run, because a slow machine is slow for both.
  const heavy = [bomb(8_000), await heic(await scene(6, 2400, 1800)), bomb(8_000), bomb(20_000)]
  let processing = true
  const started = performance.now()
  const uploads = Promise.all(heavy.map((bytes) => anna.elsewhere().tryUpload(bytes))).finally(() => {
    processing = false
  })
  const waits: number[] = []
  while (processing) {
    const asked = performance.now()
    // It queries the database and the store, which share threads with the image processor.
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    waits.push(performance.now() - asked)
    await sleep(10)
  }
  const whole = performance.now() - started
  expect((await uploads).map(({ status }) => status)).toEqual([200, 200, 200, 400])
  const [median = whole] = waits.toSorted((a, b) => a - b).slice(Math.floor(waits.length / 2))
  expect(median).toBeLessThan(whole / 20)
  expect(Math.max(...waits)).toBeLessThan(whole / 2)
})
