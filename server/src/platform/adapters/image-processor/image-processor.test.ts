import { coloursOf, corners, expectColours, upright } from '@rosella/testkit/colours'
import { bomb, lying, quarters, scene } from '@rosella/testkit/pictures'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { Busy } from '../../ports/password-hash'
import { expectGoodPhoto, refusal } from './expectations'
import { openImageProcessor } from './sharp'

const images = openImageProcessor()
afterAll(() => images.close())

const { white } = corners

describe('a picture becomes two plain JPEGs, upright and in sRGB', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i', async (tag) => {
    const photo = await images.process(await lying(tag, await quarters()))
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual([600, 400])
    expectColours(await coloursOf(photo.lg), upright)
  })

  test('removes the location and all other metadata', async () => {
    const place = { GPSLatitudeRef: 'S', GPSLatitude: '33/1 52/1 0/1', GPSLongitudeRef: 'E' }
    const camera = { Make: 'SecretCamera', Software: 'SecretCamera' }
    const tagged = (await scene(1)).withExif({ IFD0: camera, IFD3: place }).keepXmp().jpeg()
    const bytes = await tagged.toBuffer()
    expect(bytes.includes('SecretCamera')).toBe(true)
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    for (const file of [photo.lg, photo.tmb])
      for (const trace of ['Exif', 'SecretCamera', 'ICC_PROFILE', 'http://ns.adobe.com'])
        expect(file.includes(trace), trace).toBe(false)
  })

  test.each([
    [3000, 2000, 1600, 1067],
    [2000, 3000, 1067, 1600],
    [800, 600, 800, 600],
    [1600, 1600, 1600, 1600],
    [30, 20, 30, 20],
    [1, 1, 1, 1],
    [6000, 2, 1600, 1],
    [1, 20_000, 1, 1600],
  ])('%i x %i becomes %i x %i', async (width, height, lgWidth, lgHeight) => {
    const photo = await images.process(await (await scene(2, width, height)).jpeg().toBuffer())
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual([lgWidth, lgHeight])
  })

  test.each(['png', 'webp', 'avif', 'gif'] as const)('accepts %s', async (format) => {
    const photo = await images.process(await (await quarters()).toFormat(format).toBuffer())
    await expectGoodPhoto(photo)
    expectColours(await coloursOf(photo.lg), upright, 20)
  })

  test.each(['png', 'webp', 'avif'] as const)('transparent areas of a %s become white', async (format) => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const bytes = await sharp({ create: { width: 500, height: 500, channels: 4, background: clear } })
      .composite([{ input: await (await quarters(200, 200)).png().toBuffer(), left: 25, top: 25 }])
      .toFormat(format)
      .toBuffer()
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    const [, right, below] = await coloursOf(photo.lg)
    expectColours([right ?? [], below ?? []], [white, white], 4)
  })

  test('a PNG of 16 bits', async () => {
    const bytes = await (await quarters()).toColourspace('rgb16').png().toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ depth: 'ushort' })
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    expectColours(await coloursOf(photo.lg), upright)
  })

  test('grey PNGs, with and without alpha', async () => {
    const grey = (await scene(3)).greyscale().toColourspace('b-w')
    const plain = await grey.clone().png().toBuffer()
    await expectGoodPhoto(await images.process(plain))
    await expectGoodPhoto(await images.process(await sharp(plain).ensureAlpha(0.5).png().toBuffer()))
  })

  test('a CMYK JPEG', async () => {
    const bytes = await (await quarters()).toColourspace('cmyk').jpeg().toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'cmyk', channels: 4 })
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    // These colours cannot be printed exactly, so the tolerance is wide.
    const found = await coloursOf(photo.lg)
    const strongest = found.map((colour) => colour.indexOf(Math.max(...colour)))
    expect(strongest.slice(0, 3)).toEqual([0, 1, 2])
    expectColours(found.slice(3), [white])
  })

  test('converts wide colours to sRGB', async () => {
    const wide = await (await quarters()).withIccProfile('p3').png().toBuffer()
    const untagged = await sharp(wide, { ignoreIcc: true }).png().toBuffer()
    expect(Math.max(...((await coloursOf(untagged))[0] ?? []).slice(1))).toBeGreaterThan(25)
    expectColours(await coloursOf((await images.process(wide)).lg), upright)
  })

  test.each(['gif', 'webp'] as const)('the first frame of an animated %s', async (format) => {
    const frames = await Promise.all([quarters(120, 80), scene(4, 120, 80), scene(5, 120, 80)])
    const join = { animated: true, across: 1 }
    const bytes = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), { join })
      .toFormat(format, { loop: 0, delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages).toBe(3)
    const photo = await images.process(bytes)
    await expectGoodPhoto(photo)
    expect([photo.width, photo.height]).toEqual([120, 80])
    expectColours(await coloursOf(photo.lg), upright, 24)
  })
})

describe('refuses files that are not acceptable pictures', () => {
  const text = (content: string) => Buffer.from(content)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'

  test.each([
    ['nothing', Buffer.alloc(0), 'type'],
    ['one byte', Buffer.from([0xff]), 'type'],
    ['SVG named .jpg', text(svg), 'type'],
    ['SVG after a declaration', text(`<?xml version="1.0"?>\n${svg}`), 'type'],
    ['HTML named .jpg', text('<!doctype html><script>alert(1)</script>'), 'type'],
    ['PDF', text('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj'), 'type'],
    ['a magick script', text('push graphic-context\nimage over 0,0 0,0 "http://127.0.0.1/x"'), 'type'],
    ['HTML with a JPEG beginning', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text(svg)]), 'damaged'],
    ['a PNG beginning only', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'type|damaged'],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) & 255)), 'type'],
  ])('%s', async (_, bytes, reason) => {
    expect(reason.split('|')).toContain(await refusal(images, bytes))
  })

  test('a TIFF is never decoded, although sharp could', async () => {
    expect(await refusal(images, await (await quarters()).tiff().toBuffer())).toBe('type')
  })

  test('a truncated JPEG', async () => {
    const whole = await (await scene(6)).jpeg().toBuffer()
    for (const part of [0.02, 0.3, 0.6, 0.95])
      expect(await refusal(images, whole.subarray(0, Math.floor(whole.length * part)))).toBe('damaged')
  })

  test('more than 25 MB', async () => {
    const jpeg = await (await scene(7)).jpeg().toBuffer()
    const padded = Buffer.concat([jpeg, Buffer.alloc(25 * 1024 * 1024 + 1 - jpeg.length)])
    expect(await refusal(images, padded)).toBe('too-large')
  })

  test('a PNG that expands to 20,000 x 20,000 is refused by its header', async () => {
    const bytes = bomb(20_000)
    expect(bytes.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    const started = performance.now()
    expect(await refusal(images, bytes)).toBe('too-large')
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6)
  })

  test('accepts 64 megapixels, but not one row more', async () => {
    expect(await refusal(images, bomb(8_000))).toBe('processed')
    expect(await refusal(images, bomb(8_001))).toBe('too-large')
  })

  test('a GIF that claims 20,000 x 20,000', async () => {
    const gif = await (await quarters(20, 20)).gif().toBuffer()
    const size = Buffer.from([20, 0, 20, 0])
    // Once for the screen and once for the frame.
    for (let at = gif.indexOf(size); at >= 0; at = gif.indexOf(size, at)) {
      gif.writeUInt16LE(20_000, at)
      gif.writeUInt16LE(20_000, at + 2)
    }
    expect(await refusal(images, gif)).toBe('too-large')
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a corrupt %s does not crash the process',
    async (format) => {
      const whole = await (await scene(8, 200, 150)).toFormat(format).toBuffer()
      const ends = new Set<string>()
      for (let round = 1; round <= 25; round++) {
        const broken = Buffer.from(whole)
        for (let hit = 0; hit < 6; hit++)
          broken[(round * 7_919 + hit * 104_729) % whole.length] = round * 37 + hit
        ends.add(await refusal(images, broken))
      }
      for (const end of ends) expect(['processed', 'damaged', 'type', 'too-large']).toContain(end)
    },
  )
})

test('a stored photo gets the hashes that it had when it was uploaded', async () => {
  const { lg, pdq } = await images.process(await (await scene(11)).png().toBuffer())
  expect(await images.hash(lg)).toEqual(pdq)
  expect(pdq).toHaveLength(8 * 32)
})

describe('concurrent pictures', () => {
  test('refuses pictures beyond the queue with Busy and processes the others', async () => {
    const small = openImageProcessor({ concurrency: 1, waiting: 2 })
    const bytes = await (await scene(21)).jpeg().toBuffer()
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => small.process(bytes)))
    expect(ends.map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ])
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Busy)
    await expectGoodPhoto(await small.process(bytes))
    await small.close()
  })

  test('a refused picture frees its slot', async () => {
    const small = openImageProcessor({ concurrency: 1, waiting: 0 })
    for (let round = 0; round < 3; round++) expect(await refusal(small, Buffer.from('no'))).toBe('type')
    await small.close()
  })

  test('closing finishes running work and refuses more', async () => {
    const small = openImageProcessor()
    const bytes = await (await scene(22)).jpeg().toBuffer()
    const processing = small.process(bytes)
    await small.close()
    await expectGoodPhoto(await processing)
    await expect(small.process(bytes)).rejects.toThrow('closed')
  })
})
